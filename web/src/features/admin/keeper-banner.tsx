import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { ChevronRight, DoorClosed } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { communityQuery } from '../../queries/community.ts'
import { FALLBACK_REASONS } from './fallback-words.ts'

const CHECK_MS = 5 * 60_000
/** These screens have the notice with its button. */
const OWN_NOTICE: readonly string[] = [clientRoutes.admin, clientRoutes.adminDoor]

/** Tells an admin on every screen that the door has turned to approval by itself. Leads to the way back. */
export function KeeperBanner() {
  const { data } = useQuery({ ...communityQuery, refetchInterval: CHECK_MS, refetchOnWindowFocus: 'always' })
  const { pathname } = useLocation()
  const reason = data?.registration.reason
  const since = reason && t(FALLBACK_REASONS[reason])
  const isShown = reason && !OWN_NOTICE.includes(pathname)
  return (
    <div role="status">
      {isShown && (
        <Link
          to={clientRoutes.adminDoor}
          className="flex min-h-11 items-center gap-3 border-b border-line bg-surface-2 px-4 py-2 text-sm -outline-offset-2"
        >
          <DoorClosed aria-hidden className="size-5 shrink-0 text-warn" strokeWidth={1.75} />
          <span className="min-w-0 flex-1">
            <Trans>
              <strong>New people now need approval</strong>, since {since}.
            </Trans>
          </span>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-2 rtl:-scale-x-100" strokeWidth={1.75} />
        </Link>
      )}
    </div>
  )
}
