import { useEffect, useRef, useState } from 'react'
import { hasCode } from '../../../lib/http/call.ts'
import { beginProof, type RunningProof } from './begin-proof.ts'

/** Makes the proof of a sign-up while the user fills in the form. `isChecking` while the sign-up waits for it. */
export function useProof() {
  const [isChecking, setChecking] = useState(false)
  const running = useRef<RunningProof | null>(null)

  useEffect(() => {
    running.current = beginProof()
    return () => running.current?.stop()
  }, [])

  async function take(): Promise<string | undefined> {
    running.current ??= beginProof()
    const { isDone, result } = running.current
    if (isDone()) return result
    setChecking(true)
    return result.finally(() => setChecking(false))
  }

  /** Sends with the proof. A proof that has become too old or was used is made anew, once. */
  async function withProof<T>(send: (proof: { proof?: string }) => Promise<T>): Promise<T> {
    const paid = async () => {
      const proof = await take()
      return send(proof === undefined ? {} : { proof })
    }
    return paid().catch((error: Error) => {
      if (!hasCode(error, 'PROOF_NEEDED')) throw error
      running.current?.stop()
      running.current = beginProof()
      return paid()
    })
  }

  return { isChecking, withProof }
}
