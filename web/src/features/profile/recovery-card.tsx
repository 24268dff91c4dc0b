import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { KeyRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useLacksRecoveryCodes } from '../../queries/session/own-account.ts'
import { buttonStyle } from '../../ui/button.tsx'

/** Offers recovery codes to a user who has none. */
export function RecoveryCard() {
  if (!useLacksRecoveryCodes()) return null
  return (
    <section
      aria-labelledby="recovery-card"
      className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-surface-2 text-zing">
          <KeyRound aria-hidden className="size-5" strokeWidth={1.75} />
        </span>
        <div>
          <h3 id="recovery-card" className="text-lg">{t`Save your recovery codes`}</h3>
          <p className="text-sm text-ink-2">{t`If you forget your password, only a recovery code gets you in again.`}</p>
        </div>
      </div>
      <Link
        to={clientRoutes.account}
        state={{ isForRecoveryCodes: true }}
        className={buttonStyle({ variant: 'outline', wide: true })}
      >{t`Save recovery codes`}</Link>
    </section>
  )
}
