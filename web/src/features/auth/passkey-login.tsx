import { t } from '@lingui/core/macro'
import type { Suspension } from '@zing/proto/moderation/decisions'
import { KeyRound } from 'lucide-react'
import { passkeyObstacle } from '../../lib/device/passkeys.ts'
import { suspensionOf } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { useLogInWithPasskey } from '../../queries/session/user.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Signs in without user name and password; at an IP address it says why not. */
export function PasskeyLogin({ onSuspended }: { onSuspended: (suspension: Suspension) => void }) {
  const { mutateAsync, isPending } = useLogInWithPasskey()

  const signIn = useSingleFlight(async () => {
    const obstacle = passkeyObstacle()
    if (obstacle) return toastError(t`Passkeys don't work here`, obstacle)
    // not with mutate's callbacks, which would not run: this screen unmounts first
    return mutateAsync().then(
      (user) => user && toast(t`Login successful`, t`Welcome back, ${user.name}!`),
      (error: Error) => {
        const suspension = suspensionOf(error)
        if (suspension) onSuspended(suspension)
        else toastError(t`Login failed`, error.message)
      },
    )
  })

  return (
    <Button variant="outline" wide disabled={isPending} onClick={signIn}>
      {isPending ? <Spinner /> : <KeyRound aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />}
      {t`Use a passkey instead`}
    </Button>
  )
}
