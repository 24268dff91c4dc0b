import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useMatch } from 'react-router-dom'
import { applicationsQuery } from '../../queries/moderation/applications.ts'
import { verificationsQuery } from '../../queries/moderation/verifications.ts'
import { useVerificationMode } from '../../queries/verification.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { BreakHint } from './break-hint.tsx'

/** Leads from one queue of the moderators to the others. */
export function StaffNav() {
  const { data = [] } = useInfiniteQuery(applicationsQuery('pending'))
  const verifies = (useVerificationMode() ?? 'off') !== 'off'
  return (
    <>
      <nav
        aria-label={t`Queues`}
        className="flex gap-5 overflow-x-auto border-b border-line px-4 [scrollbar-width:none]"
      >
        <Queue to={clientRoutes.moderation}>{t`Cases`}</Queue>
        <Queue to={clientRoutes.applications}>
          {t`Applications`} <CountBadge count={data.length} label={t`${data.length} waiting`} />
        </Queue>
        {verifies && <VerificationsQueue />}
      </nav>
      <BreakHint />
    </>
  )
}

function VerificationsQueue() {
  const { data = [] } = useInfiniteQuery(verificationsQuery)
  return (
    <Queue to={clientRoutes.verifications}>
      {t`Verifications`} <CountBadge count={data.length} label={t`${data.length} waiting`} />
    </Queue>
  )
}

function Queue({ to, children }: { to: string; children: ReactNode }) {
  const link = useRef<HTMLAnchorElement>(null)
  const isHere = useMatch(to) !== null

  useEffect(() => {
    // its count may come later, and makes it wider
    if (isHere && children) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isHere, children])

  return (
    <NavLink
      ref={link}
      to={to}
      end
      className={({ isActive }) =>
        clsx(
          '-mb-px inline-flex shrink-0 min-h-12 items-center gap-2 border-b-2 font-semibold -outline-offset-2',
          isActive ? 'border-zing text-ink' : 'border-transparent text-ink-2',
        )
      }
    >
      {children}
    </NavLink>
  )
}
