import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { type ReactNode, Suspense, useRef } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { FeedbackPrompt } from '../features/feedback/feedback-prompt.tsx'
import { MatchOverlay } from '../features/match/match-overlay.tsx'
import { ApiError } from '../lib/call.ts'
import { hasLoggedOut, userQuery } from '../queries/user.ts'
import { UserContext } from '../queries/user-context.ts'
import { ConnectionBanner } from '../realtime/connection-banner.tsx'
import { RealtimeProvider } from '../realtime/realtime-provider.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { OfflineScreen } from './offline-screen.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { TitleBar } from './title-bar.tsx'

/** Layout of protected routes: anonymous users see `anonymous` or are redirected. */
export function SignedIn({ anonymous }: { anonymous?: ReactNode }) {
  const user = useQuery(userQuery)
  if (user.isPending) return <ScreenSpinner label="Loading" />
  if (user.isLoadingError && !(user.error instanceof ApiError)) return <OfflineScreen onRetry={user.refetch} />
  if (user.isLoadingError)
    return (
      <EmptyState title="Something went wrong" hint={user.error.message} drawing="lost">
        <Button onClick={() => user.refetch()}>Try Again</Button>
      </EmptyState>
    )
  if (!user.data)
    return anonymous ?? <Navigate to={hasLoggedOut.get() ? clientRoutes.auth : clientRoutes.landing} replace />

  return (
    <UserContext value={user.data}>
      <RealtimeProvider>
        <Layout />
        <MatchOverlay />
        <FeedbackPrompt />
      </RealtimeProvider>
    </UserContext>
  )
}

function Layout() {
  const { pathname } = useLocation()
  const isChat = pathname.startsWith('/chat/')
  const area = useRef<HTMLDivElement>(null)
  return (
    <div className="flex h-dvh flex-col">
      {!isChat && <TitleBar />}
      <ConnectionBanner />
      <ScrollArea key={pathname} area={area}>
        <Suspense fallback={<ScreenSpinner label="Loading" />}>
          <Outlet />
        </Suspense>
      </ScrollArea>
      {!isChat && <BottomBar onScrollUp={() => scrollUp(area.current)} />}
    </div>
  )
}

function scrollUp(area: Element | null): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  area?.scrollTo({ top: 0, behavior: isCalm ? 'auto' : 'smooth' })
}
