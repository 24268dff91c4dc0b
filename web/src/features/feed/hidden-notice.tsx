import { toast, toastError } from '../../lib/toast-store.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { useUpdateAccount } from '../../queries/account.ts'
import { useUser } from '../../queries/user-context.ts'
import { Button } from '../../ui/button.tsx'

/** Reminds a user who is hidden, with the way back: otherwise the missing likes look like a lack of interest. */
export function HiddenNotice() {
  const { hidden = false } = useUser()
  const { mutateAsync, isPending } = useUpdateAccount()
  const show = useSingleFlight(() =>
    mutateAsync({ hidden: false }).then(
      () => toast('You are on the feed again'),
      (error: Error) => toastError('The visibility was not changed', error.message),
    ),
  )
  if (!hidden) return null
  return (
    <section
      aria-label="Visibility"
      className="flex items-center gap-3 rounded-card border border-line bg-surface py-2 pr-2 pl-4"
    >
      <p className="min-w-0 flex-1">
        <span className="font-semibold">You are hidden.</span> <span className="text-ink-2">Nobody new finds you.</span>
      </p>
      <Button size="sm" variant="outline" disabled={isPending} onClick={show}>
        Show me again
      </Button>
    </section>
  )
}
