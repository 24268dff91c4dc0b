import { clientRoutes } from '@zing/proto/client-routes'
import { clsx } from 'clsx'
import { Suspense, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { ConversationPane } from '../../features/messages/conversation-pane.tsx'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { isChat, isPerson } from '../../lib/view/screen-paths.ts'
import { RAIL, useMedia, WIDE } from '../../lib/view/use-media.ts'
import { useVisibleHeight } from '../../lib/view/use-visible-height.ts'
import { ConnectionBanner } from '../../realtime/connection-banner.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { ScrollArea } from '../scroll/scroll-area.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { PartnerPane } from './partner-pane.tsx'
import { TitleBar } from './title-bar.tsx'

/** The screen of a signed-in user with its bars; wide windows show the conversations beside it. */
export function Layout() {
  const { pathname } = useLocation()
  const hasChat = isChat(pathname)
  const hasOwnTitle = hasChat || isPerson(pathname)
  const isRail = useMedia(RAIL)
  const isWide = useMedia(WIDE)
  const area = useRef<HTMLDivElement>(null)
  useVisibleHeight()
  const screen = (
    <>
      {!hasOwnTitle && <TitleBar />}
      <ConnectionBanner isOver={hasOwnTitle} />
      <ScrollArea key={pathname} area={area}>
        <Suspense fallback={<ScreenSpinner label="Loading" isPage={hasOwnTitle} />}>
          <Outlet />
        </Suspense>
      </ScrollArea>
    </>
  )
  const bar = <BottomBar isRail={isRail} onScrollUp={() => scrollUp(area.current)} />

  if (hasChat && isWide)
    return (
      <div data-panes className="flex h-[var(--visible-height,100dvh)] pl-21">
        {bar}
        <aside aria-label="Conversations" className="w-[350px] shrink-0 overflow-y-auto border-r border-line">
          <p className="flex h-16 items-center px-4 font-display text-xl font-bold">Messages</p>
          <ConversationPane />
        </aside>
        <div className="relative flex min-w-0 flex-1 flex-col">{screen}</div>
        <PartnerPane partnerId={Number(pathname.split('/')[2])} />
      </div>
    )
  return (
    <div
      data-rail={isRail ? '' : undefined}
      className={clsx(
        'flex h-[var(--visible-height,100dvh)] flex-col',
        isRail && 'max-[620px]:pl-21 rail-phone:pl-21 group-has-data-wide:max-[1192px]:pl-21',
      )}
    >
      {isRail && bar /* first for the keyboard, as it is for the eye */}
      {screen}
      {!isRail && !hasChat && bar}
      {isWide && pathname === clientRoutes.feed && (
        <aside
          aria-label="Conversations"
          className="fixed inset-y-0 right-0 w-[calc(50vw-14rem)] overflow-y-auto bg-bg"
        >
          <p className="flex h-14 items-center px-4 font-display text-xl font-bold">Messages</p>
          <ConversationPane />
        </aside>
      )}
    </div>
  )
}

function scrollUp(area: Element | null): void {
  area?.scrollTo({ top: 0, behavior: scrollBehavior() })
}
