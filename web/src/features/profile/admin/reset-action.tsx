import { useState } from 'react'
import { focusAtOnce } from '../../../lib/focus-at-once.ts'
import { useResetAll } from '../../../queries/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const FAILED = 'Failed to reset app data'

/** Everything goes, and with it the account of whoever does this. */
export function ResetAction({ pin }: { pin: string }) {
  const [isAsking, setAsking] = useState(false)
  const reset = useResetAll()

  function confirm(): void {
    // a promise and no callbacks of mutate: the session ends with the data, and this panel with the session
    reset.mutateAsync(pin).then(
      ({ success, message }) => {
        setAsking(false)
        if (success) toast('Reset successful', message)
        else toastError('Reset failed', message || FAILED)
      },
      (error: Error) => toastError('Reset failed', error.message || FAILED),
    )
  }

  if (!isAsking)
    return (
      <Button variant="danger" wide onClick={() => setAsking(true)}>
        Reset App Data
      </Button>
    )
  return (
    <div role="alertdialog" aria-label="Reset App Data" className="flex flex-col gap-3">
      <p>This permanently deletes all users, matches, likes and messages. It cannot be undone.</p>
      <Button variant="destructive" wide disabled={reset.isPending} onClick={confirm}>
        {reset.isPending && <Spinner />}
        {reset.isPending ? 'Resetting...' : 'Reset everything'}
      </Button>
      <Button ref={focusAtOnce} variant="ghost" wide disabled={reset.isPending} onClick={() => setAsking(false)}>
        Cancel
      </Button>
    </div>
  )
}
