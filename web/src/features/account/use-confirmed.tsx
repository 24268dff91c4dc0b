import { type ReactNode, useState } from 'react'
import { hasCode } from '../../lib/http/call.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Confirmed {
  run: () => Promise<void>
  /** To be rendered: asks for the password when the server wants it again. */
  dialog: ReactNode
}

/** Runs a sensitive action, once more after the password where it has to be confirmed. */
export function useConfirmed(action: () => Promise<void>, onError: (error: Error) => void): Confirmed {
  const [isAsking, setAsking] = useState(false)

  async function run(): Promise<void> {
    try {
      await action()
    } catch (error) {
      if (hasCode(error, 'CONFIRM')) setAsking(true)
      else if (error instanceof Error) onError(error)
    }
  }

  function onConfirmed(): void {
    setAsking(false)
    void run()
  }
  return { run, dialog: isAsking && <ConfirmDialog onClose={() => setAsking(false)} onConfirmed={onConfirmed} /> }
}
