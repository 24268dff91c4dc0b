import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { House, type LucideIcon, MessageCircle, UserRound } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { unreadQuery } from '../queries/messages.ts'
import { CountBadge } from '../ui/badge.tsx'

const PROFILE_SCREENS: string[] = [clientRoutes.profile, clientRoutes.camera, clientRoutes.account]

/** Tabs of the app; a tap on the tab of the current screen scrolls it up. */
export function BottomBar({ onScrollUp }: { onScrollUp: () => void }) {
  const { pathname } = useLocation()
  const { data: unread = 0 } = useQuery(unreadQuery)

  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (event.currentTarget.pathname !== pathname || opensElsewhere) return
    event.preventDefault() // no second history entry for the same screen
    onScrollUp()
  }

  return (
    <nav aria-label="Main" className="safe-bottom z-10 border-t border-line bg-surface">
      <ul className="grid grid-cols-3">
        <Tab
          to={clientRoutes.feed}
          label="Feed"
          icon={House}
          isActive={pathname === clientRoutes.feed}
          onClick={onClick}
        />
        <Tab
          to={clientRoutes.messages}
          label="Messages"
          icon={MessageCircle}
          isActive={pathname === clientRoutes.messages || pathname.startsWith('/chat/')}
          unread={unread}
          onClick={onClick}
        />
        <Tab
          to={clientRoutes.profile}
          label="Profile"
          icon={UserRound}
          isActive={PROFILE_SCREENS.includes(pathname) || pathname.startsWith(clientRoutes.moderation)}
          onClick={onClick}
        />
      </ul>
    </nav>
  )
}

interface TabProps {
  to: string
  label: string
  icon: LucideIcon
  isActive: boolean
  unread?: number
  onClick: (event: MouseEvent<HTMLAnchorElement>) => void
}

function Tab({ to, label, icon: Icon, isActive, unread = 0, onClick }: TabProps) {
  return (
    <li>
      <Link
        to={to}
        onClick={onClick}
        aria-current={isActive ? 'page' : undefined}
        className={clsx(
          'flex min-h-15 flex-col items-center justify-center gap-0.5 text-[13px]',
          isActive ? 'font-semibold text-zing' : 'text-ink-2',
        )}
      >
        <span className="relative">
          <Icon aria-hidden className="size-6" strokeWidth={1.75} />
          <CountBadge count={unread} label="unread" className="absolute -top-2 left-3.5" />
        </span>
        {label}
      </Link>
    </li>
  )
}
