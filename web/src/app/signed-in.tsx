import { useQuery } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { FeedbackPrompt } from '../features/feedback/feedback-prompt.tsx'
import { MatchOverlay } from '../features/match/match-overlay.tsx'
import { ReportHost } from '../features/report/report-host.tsx'
import { ConnectionError } from '../lib/call.ts'
import { useStore } from '../lib/create-store.ts'
import { recoveryOffer } from '../lib/recovery-offer.ts'
import { endedSession, forgetEndedSession, ownEnd } from '../queries/ended-session.ts'
import { userQuery } from '../queries/user.ts'
import { UserContext } from '../queries/user-context.ts'
import { ConnectionBanner } from '../realtime/connection-banner.tsx'
import { RealtimeProvider } from '../realtime/realtime-provider.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Redirect } from '../ui/redirect.tsx'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ConnectionErrorScreen } from './connection-error-screen.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { TitleBar } from './title-bar.tsx'

const RecoveryOffer = lazyComponent(async () => (await import('../features/account/recovery-offer.tsx')).RecoveryOffer)

/** Layout of protected routes: anonymous users see `anonymous` or are redirected. */
export function SignedIn({ anonymous }: { anonymous?: ReactNode }) {
  const user = useQuery(userQuery)
  const isSignedIn = Boolean(user.data)
  useEffect(() => {
    if (isSignedIn) forgetEndedSession()
  }, [isSignedIn])

  if (user.isPending) return <ScreenSpinner label="Loading" isPage />
  if (user.isLoadingError && user.error instanceof ConnectionError)
    return <ConnectionErrorScreen onRetry={user.refetch} />
  if (user.isLoadingError)
    return (
      <main className="grid flex-1 place-items-center">
        <EmptyState title="Something went wrong" hint={user.error.message} drawing="lost" isPage>
          <Button onClick={() => user.refetch()}>Try Again</Button>
        </EmptyState>
      </main>
    )
  if (!user.data) return anonymous ?? <Redirect to={entryScreen()} />

  return (
    <UserContext value={user.data}>
      <RealtimeProvider>
        <Layout />
        <MatchOverlay />
        <ReportHost />
        <FeedbackPrompt />
        <SignUpEnd />
      </RealtimeProvider>
    </UserContext>
  )
}

/** What follows a sign-up, over the first screen. */
function SignUpEnd() {
  const offer = useStore(recoveryOffer)
  if (!offer) return null
  return (
    <Suspense>
      <RecoveryOffer password={offer.password} onClose={() => recoveryOffer.set(null)} />
    </Suspense>
  )
}

/** Anonymous users see the landing screen first; users who were signed in until now, the login. */
function entryScreen(): string {
  return ownEnd.get() === 'logout' || endedSession.get() ? clientRoutes.auth : clientRoutes.landing
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
        <Suspense fallback={<ScreenSpinner label="Loading" isPage={isChat} />}>
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
