import { getRegistration } from '@zing/proto/http/door'
import { call } from '../../../lib/http/call.ts'

export interface RunningProof {
  /** Undefined where none is needed or can be made: the server then decides. */
  result: Promise<string | undefined>
  isDone(): boolean
  stop(): void
}

/** Asks what a sign-up costs now, and pays it in a worker. */
export function beginProof(): RunningProof {
  let worker: Worker | null = null
  let isDone = false
  let isStopped = false

  async function run(): Promise<string | undefined> {
    const invitation = new URLSearchParams(window.location.search).get('invitation') ?? undefined
    const { challenge } = await call(null, getRegistration, { query: { invitation } })
    if (!challenge || isStopped) return undefined
    const running = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
    worker = running
    const proof = await new Promise<string | null>((resolve) => {
      running.addEventListener('message', ({ data }) => resolve(data))
      running.addEventListener('error', () => resolve(null))
      running.postMessage(challenge)
    })
    running.terminate()
    return proof ?? undefined
  }

  const result = run()
    .catch(() => undefined)
    .finally(() => {
      isDone = true
    })
  return {
    result,
    isDone: () => isDone,
    stop() {
      isStopped = true
      worker?.terminate()
    },
  }
}
