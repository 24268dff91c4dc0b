import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { House, type LucideIcon, MessageCircle, UserRound } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isChat, isPerson, isStaffScreen } from '../../lib/view/screen-paths.ts'
import { unreadQuery } from '../../queries/chat/conversations.ts'
import { useRealtime } from '../../realtime/realtime-context.ts'
import { CountBadge } from '../../ui/badge.tsx'
import { Bolt } from '../../ui/bolt.tsx'

const FEED_SCREENS: string[] = [clientRoutes.feed, clientRoutes.discovery]
const PROFILE_SCREENS: string[] = [
  clientRoutes.profile,
  clientRoutes.camera,
  clientRoutes.editProfile,
  clientRoutes.account,
  clientRoutes.notificationSettings,
  clientRoutes.invitations,
  clientRoutes.verification,
]

interface BottomBarProps {
  /** At the left edge of the window, where it is wide or low. */
  isRail?: boolean
  onScrollUp: () => void
  /** Further controls. */
  children?: ReactNode
}

/** Tabs of the app; a tap on the tab of the current screen scrolls it up. */
export function BottomBar({ isRail = false, onScrollUp, children }: BottomBarProps) {
  const { pathname, state } = useLocation()
  const isProfile = state?.isFromProfile === true || PROFILE_SCREENS.includes(pathname) || isStaffScreen(pathname)
  const isOfChat = isChat(pathname) || (isPerson(pathname) && state?.isFromChat === true)
  const { isFirstAttemptOver } = useRealtime()
  const { data: unread = 0 } = useQuery({ ...unreadQuery, enabled: isFirstAttemptOver })

  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey
    if (event.currentTarget.pathname !== pathname || opensElsewhere) return
    event.preventDefault() // no second history entry for the same screen
    onScrollUp()
  }

  return (
    <nav
      aria-label={t`Main`}
      className={
        isRail
          ? 'safe-top safe-left flex w-[calc(5.25rem+env(safe-area-inset-left))] shrink-0 flex-col gap-2 border-e border-line bg-surface'
          : 'safe-bottom z-10 border-t border-line bg-surface'
      }
    >
      {isRail && <Bolt className="mx-auto mt-5 mb-2 size-8 shrink-0 text-zing" />}
      <ul className={isRail ? 'flex flex-col gap-2' : 'grid grid-cols-3'}>
        <Tab
          to={clientRoutes.feed}
          label={t`Feed`}
          icon={House}
          isActive={!isProfile && !isOfChat && (FEED_SCREENS.includes(pathname) || isPerson(pathname))}
          onClick={onClick}
        />
        <Tab
          to={clientRoutes.messages}
          label={t`Messages`}
          icon={MessageCircle}
          isActive={pathname === clientRoutes.messages || isOfChat}
          unread={unread}
          onClick={onClick}
        />
        <Tab to={clientRoutes.profile} label={t`Profile`} icon={UserRound} isActive={isProfile} onClick={onClick} />
      </ul>
      {children}
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
          'flex min-h-15 low-window:min-h-13 flex-col items-center justify-center gap-0.5 text-center text-[13px] wrap-anywhere',
          isActive ? 'font-semibold text-zing' : 'text-ink-2',
        )}
      >
        <span className="relative">
          <Icon aria-hidden className="size-6" strokeWidth={1.75} />
          <CountBadge count={unread} label={t`${unread} unread`} className="absolute -top-2 start-3.5" />
        </span>
        {label}
      </Link>
    </li>
  )
}
