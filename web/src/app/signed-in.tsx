import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import type { User } from '@zing/proto/profiles/users'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { FeedbackPrompt } from '../features/feedback/feedback-prompt.tsx'
import { MatchOverlay } from '../features/match/match-overlay.tsx'
import { ReportHost } from '../features/report/report-host.tsx'
import { ConnectionError } from '../lib/http/call.ts'
import { chooseLanguage, readChoice } from '../lib/language/choice.ts'
import { toast } from '../lib/state/toast-store.ts'
import { endedSession, forgetEndedSession, ownEnd } from '../queries/session/ended-session.ts'
import { userQuery } from '../queries/session/user.ts'
import { UserContext } from '../queries/session/user-context.ts'
import { RealtimeProvider } from '../realtime/realtime-provider.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ScreenFailure } from '../ui/load-failure.tsx'
import { Redirect } from '../ui/redirect.tsx'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { ChatKeeper } from './chat-keeper.tsx'
import { ConnectionErrorScreen } from './connection-error-screen.tsx'
import { LikeHost } from './hosts/like-host.tsx'
import { PushHost } from './hosts/push-host.tsx'
import { SanctionHost } from './hosts/sanction-host.tsx'
import { Layout } from './layout/layout.tsx'
import { loadWhenIdle } from './linked-screens.ts'

const ApplicantLayout = lazyComponent(async () => (await import('./layout/applicant-layout.tsx')).ApplicantLayout)
const TermsScreen = lazyComponent(async () => (await import('../features/waiting/terms-screen.tsx')).TermsScreen)

/** The protected routes: anonymous users see `anonymous` or are redirected. */
export function SignedIn({ anonymous }: { anonymous?: ReactNode }) {
  const user = useQuery(userQuery)
  const isSignedIn = Boolean(user.data)
  const isApplicant = (user.data?.status ?? 'active') !== 'active'
  useWelcome(isApplicant, isSignedIn)
  useOwnLanguage(user.data)
  useEffect(() => {
    if (!isSignedIn) return
    forgetEndedSession()
    loadWhenIdle()
  }, [isSignedIn])

  if (user.isPending) return <ScreenSpinner label={t`Loading`} isPage />
  if (user.isLoadingError && user.error instanceof ConnectionError)
    return <ConnectionErrorScreen onRetry={user.refetch} />
  if (user.isLoadingError)
    return <ScreenFailure title={t`Something went wrong`} error={user.error} onRetry={user.refetch} isPage />
  if (!user.data) return anonymous ?? <Redirect to={entryScreen()} />

  if (user.data.mustAcceptTerms || isApplicant)
    return (
      <UserContext value={user.data}>
        <Suspense fallback={<ScreenSpinner label={t`Loading`} isPage />}>
          {user.data.mustAcceptTerms ? <TermsScreen /> : <ApplicantLayout />}
        </Suspense>
      </UserContext>
    )
  return (
    <UserContext value={user.data}>
      <RealtimeProvider>
        <Layout />
        <MatchOverlay />
        <ReportHost />
        <LikeHost />
        <FeedbackPrompt />
        <PushHost />
        <SanctionHost />
        <ChatKeeper />
      </RealtimeProvider>
    </UserContext>
  )
}

/** The account's language comes first. Without one, the account gets the language that its user chose on this device. */
function useOwnLanguage(user: User | null | undefined): void {
  const client = useQueryClient()
  const own = user?.language
  const isSignedIn = Boolean(user)
  useEffect(() => {
    const chosen = readChoice()
    if (own) void chooseLanguage(own)
    else if (isSignedIn && chosen)
      import('../queries/session/own-language.ts')
        .then(({ saveLanguage }) => saveLanguage(client, chosen))
        .catch(() => {}) // the next start tries again
  }, [own, isSignedIn, client])
}

/** Greets somebody who has just been let in. */
function useWelcome(isPending: boolean, isSignedIn: boolean): void {
  const wasPending = useRef(false)
  useEffect(() => {
    if (wasPending.current && !isPending && isSignedIn) toast(t`You're in`, t`Good to have you here.`)
    wasPending.current = isPending
  }, [isPending, isSignedIn])
}

/** Anonymous users see the landing screen first; users who were signed in until now, the login. */
function entryScreen(): string {
  return ownEnd.get() === 'logout' || endedSession.get() ? clientRoutes.auth : clientRoutes.landing
}
