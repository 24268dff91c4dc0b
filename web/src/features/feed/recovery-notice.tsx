import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import { endRecoveryOffer } from '../../lib/state/recovery-offer.ts'
import { useLacksRecoveryCodes } from '../../queries/session/own-account.ts'
import { buttonStyle } from '../../ui/button.tsx'

/** Offers recovery codes after the first match, when there is something to lose. */
export function RecoveryNotice() {
  const client = useQueryClient()
  if (!useLacksRecoveryCodes()) return null
  return (
    <section
      aria-label={t`Recovery codes`}
      className="flex shrink-0 items-center rounded-card border border-line bg-surface py-1 ps-4 rail-phone:flex-wrap rail-phone:p-2"
    >
      <p className="min-w-0 flex-1 text-sm leading-4.5 font-semibold rail-phone:basis-full">{t`Save your recovery codes`}</p>
      <Link
        to={clientRoutes.account}
        state={{ isForRecoveryCodes: true }}
        onClick={() => endRecoveryOffer(client)}
        className={buttonStyle({ size: 'sm', variant: 'outline' })}
      >{t`Save`}</Link>
      <button
        type="button"
        aria-label={t`Not now`}
        onClick={() => endRecoveryOffer(client)}
        className="grid size-11 place-items-center rounded-full text-ink-2"
      >
        <X aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
    </section>
  )
}
