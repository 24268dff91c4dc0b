import { clientRoutes } from '@zing/proto/client-routes'
import { useLocation } from 'react-router-dom'
import { RefreshFeed } from '../../features/feed/refresh-feed.tsx'
import { NotificationBell } from '../../features/notifications/notification-bell.tsx'
import { useUser } from '../../queries/session/user-context.ts'
import { ScreenTitle } from '../../ui/screen-title.tsx'
import { barTitle } from './page-title.ts'

/** Wide windows have the bell at the edge of the frame. */
export function TitleBar({ hasBell }: { hasBell: boolean }) {
  const { pathname } = useLocation()
  const { role } = useUser()
  return (
    <header className="safe-top relative z-10 border-b border-line bg-surface">
      <div className="flex h-14 items-center justify-center lg:h-16 max-lg:low-window:h-12 max-[15rem]:justify-start max-[15rem]:ps-3">
        <ScreenTitle className="min-w-0 truncate px-14 text-xl max-[15rem]:px-0">
          {barTitle(pathname, role)}
        </ScreenTitle>
        <div className="absolute end-2 bottom-1.5 flex lg:end-14 lg:bottom-2.5 xl:end-2 max-lg:low-window:bottom-0.5">
          {pathname === clientRoutes.feed && <RefreshFeed />}
          {hasBell && <NotificationBell />}
        </div>
      </div>
    </header>
  )
}
