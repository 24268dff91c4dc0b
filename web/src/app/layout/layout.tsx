import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useNewestPartner } from '../../features/messages/use-newest-partner.ts'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { followTabbing } from '../../lib/input/tabbing.ts'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { isChat, isPerson, isStaffScreen } from '../../lib/view/screen-paths.ts'
import { RAIL, useMedia, WIDE, WIDEST } from '../../lib/view/use-media.ts'
import { useVisibleHeight } from '../../lib/view/use-visible-height.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { ConnectionBanner } from '../../realtime/connection-banner.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { ChatScreen } from '../linked-screens.ts'
import { ScrollArea } from '../scroll/scroll-area.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { SkipLink } from './skip-link.tsx'
import { TitleBar } from './title-bar.tsx'

const ConversationPane = lazyComponent(
  async () => (await import('../../features/messages/conversation-pane.tsx')).ConversationPane,
)
const KeeperBanner = lazyComponent(
  async () => (await import('../../features/admin/keeper-banner.tsx')).KeeperBanner,
  'staff',
)
const SidePanel = lazyComponent(async () => (await import('./side-panel.tsx')).SidePanel)

/**
 * The screen of a signed-in user with its bars. From 1024 px on, every route has the same frame: rail, conversations, column
 * and side panel. The screens of moderators have all its width.
 */
export function Layout() {
  const { pathname } = useLocation()
  const { role } = useUser()
  const isRail = useMedia(RAIL)
  const isWide = useMedia(WIDE)
  const isWidest = useMedia(WIDEST)
  const newestId = useNewestPartner(isWide && pathname === clientRoutes.messages)
  const partnerId = isChat(pathname) ? Number(pathname.split('/')[2]) : newestId
  const hasOwnTitle = partnerId !== null || isPerson(pathname)
  const isForStaff = Boolean(role) && isStaffScreen(pathname)
  const hasPanes = isWide && !isForStaff
  const area = useRef<HTMLDivElement>(null)
  useVisibleHeight()
  useEffect(followTabbing, [])

  return (
    <div
      data-panes={isWide || undefined}
      data-rail={isRail || undefined}
      className={clsx('relative flex h-[var(--visible-height,100dvh)]', !isRail && 'flex-col')}
    >
      <SkipLink area={area} />
      {isRail && (
        <BottomBar isRail onScrollUp={() => scrollUp(area.current)}>
          {isWide && (
            <div className="absolute end-3 top-2.5 z-30">
              <NotificationBell />
            </div>
          )}
        </BottomBar>
      )}
      {hasPanes && (
        <Suspense fallback={<div className="w-[350px] shrink-0 border-e border-line" />}>
          <ConversationPane openId={partnerId} isVisit={pathname === clientRoutes.messages} />
        </Suspense>
      )}
      <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
        {!hasOwnTitle && <TitleBar hasBell={!isWide} />}
        <ConnectionBanner isOver={hasOwnTitle} />
        {role === 'admin' && !hasOwnTitle && (
          <Suspense>
            <KeeperBanner />
          </Suspense>
        )}
        <ScrollArea key={pathname} area={area} isColumn={hasPanes && partnerId === null}>
          <Suspense fallback={<ScreenSpinner label={t`Loading`} isPage={hasOwnTitle} />}>
            <Outlet context={newestId} />
            {newestId !== null && <ChatScreen besideId={newestId} />}
          </Suspense>
        </ScrollArea>
      </div>
      {hasPanes && isWidest && (
        <Suspense fallback={<div className="w-80 shrink-0 border-s border-line" />}>
          <SidePanel partnerId={partnerId} />
        </Suspense>
      )}
      {!isRail && !isChat(pathname) && <BottomBar onScrollUp={() => scrollUp(area.current)} />}
    </div>
  )
}

function scrollUp(area: Element | null): void {
  area?.scrollTo({ top: 0, behavior: scrollBehavior() })
}
