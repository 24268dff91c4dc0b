import { useState } from 'react'
import { focusAtOnce } from '../../../lib/focus-at-once.ts'
import { useLayer } from '../../../lib/layers.ts'
import { toast, toastError } from '../../../lib/toast-store.ts'
import { useSingleFlight } from '../../../lib/use-single-flight.ts'
import { useResetAll } from '../../../queries/admin.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const FAILED = 'Failed to reset app data'

/** Deletes all data, including the account of the admin. */
export function ResetAction({ pin }: { pin: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const reset = useResetAll()
  useLayer(isConfirming, () => setConfirming(false))

  const confirm = useSingleFlight(() =>
    // not with mutate's callbacks, which would not run: the session ends with the data, and this panel with it
    reset.mutateAsync(pin).then(
      ({ success, message }) => {
        setConfirming(false)
        if (success) toast('Reset successful', message)
        else toastError('Reset failed', message || FAILED)
      },
      (error: Error) => toastError('Reset failed', error.message || FAILED),
    ),
  )

  if (!isConfirming)
    return (
      <Button variant="danger" wide onClick={() => setConfirming(true)}>
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
      <Button ref={focusAtOnce} variant="ghost" wide disabled={reset.isPending} onClick={() => setConfirming(false)}>
        Cancel
      </Button>
    </div>
  )
}
