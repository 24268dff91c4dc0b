import { msg, t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { KeyRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { canUsePasskeys } from '../../lib/device/passkeys.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { useAddPasskey, useCreatePasskeyOptions } from '../../queries/session/account.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'

const PASSKEY_NAME = msg`Keeper's passkey`

/** A passkey for the keeper, and the ways on. These load the page anew, with the community's name and colours. */
export function SetupDone() {
  const options = useCreatePasskeyOptions()
  const add = useAddPasskey()
  const isAdded = Boolean(add.data)
  const addPasskey = useSingleFlight(async () => {
    try {
      await add.mutateAsync({ name: t(PASSKEY_NAME), options: await options.mutateAsync() })
    } catch (error) {
      toastError(t`Couldn't add a passkey`, error instanceof Error ? error.message : undefined)
    }
  })

  return (
    <div className="flex flex-col gap-6">
      <p>{t`Your community is ready, and you are its keeper. Everything else is under Profile, Community.`}</p>
      {canUsePasskeys() && (
        <section className="flex flex-col gap-3 rounded-card border border-line bg-surface p-5">
          <h2 className="text-xl">{t`Log in safely`}</h2>
          <p className="text-ink-2">{t`Whoever knows your password can change everything here. A passkey is your fingerprint, your face or your device PIN instead.`}</p>
          <Button variant="outline" wide disabled={isAdded || add.isPending} onClick={addPasskey}>
            <KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
            {isAdded ? t`Passkey added` : t`Add a passkey`}
          </Button>
        </section>
      )}
      <div className="flex flex-col gap-2">
        <Link
          to={clientRoutes.adminInvitations}
          reloadDocument
          className={buttonStyle({ wide: true })}
        >{t`Invite people`}</Link>
        <Link
          to={clientRoutes.adminSettings}
          reloadDocument
          className={buttonStyle({ variant: 'outline', wide: true })}
        >{t`Open the settings`}</Link>
        <Link
          to={clientRoutes.feed}
          reloadDocument
          className={buttonStyle({ variant: 'ghost', wide: true })}
        >{t`Go to the feed`}</Link>
      </div>
    </div>
  )
}
