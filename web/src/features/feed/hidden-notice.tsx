import { t } from '@lingui/core/macro'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { useUpdateAccount } from '../../queries/session/own-account.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button } from '../../ui/button.tsx'

/** Reminds a user who is hidden, with the way back: otherwise the missing likes look like a lack of interest. */
export function HiddenNotice() {
  const { hidden = false } = useUser()
  const { mutateAsync, isPending } = useUpdateAccount()
  const show = useSingleFlight(() =>
    mutateAsync({ hidden: false }).then(
      () => announce(t`You're back in the feed`),
      (error: Error) => toastError(t`Couldn't change your visibility`, error.message),
    ),
  )
  if (!hidden) return null
  return (
    <section
      aria-label={t`Visibility`}
      className="flex items-center gap-2 rounded-card border border-line bg-surface py-1 pe-1 ps-4"
    >
      <p className="min-w-0 flex-1 truncate font-semibold">{t`You are hidden.`}</p>
      <Button size="sm" variant="outline" disabled={isPending} onClick={show}>{t`Show me again`}</Button>
    </section>
  )
}
