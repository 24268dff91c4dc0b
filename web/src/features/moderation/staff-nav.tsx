import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { applicationsQuery } from '../../queries/moderation/applications.ts'
import { CountBadge } from '../../ui/badge.tsx'

/** Leads from one queue of the moderators to the other. */
export function StaffNav() {
  const { data = [] } = useInfiniteQuery(applicationsQuery('pending'))
  return (
    <nav aria-label={t`Queues`} className="flex gap-5 border-b border-line px-4">
      <Queue to={clientRoutes.moderation}>{t`Cases`}</Queue>
      <Queue to={clientRoutes.applications}>
        {t`Applications`} <CountBadge count={data.length} label={t`${data.length} waiting`} />
      </Queue>
    </nav>
  )
}

function Queue({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        clsx(
          '-mb-px inline-flex min-h-12 items-center gap-2 border-b-2 font-semibold -outline-offset-2',
          isActive ? 'border-zing text-ink' : 'border-transparent text-ink-2',
        )
      }
    >
      {children}
    </NavLink>
  )
}
