import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { InstallPrompt } from '../features/install/install-prompt.tsx'
import { followOtherTabs } from '../queries/user.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { ForRole } from './for-role.tsx'
import { LayerHistory } from './layer-history.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { PageShell } from './page-shell.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { ToastHost } from './toast-host.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

const LandingScreen = lazyComponent(async () => (await import('../features/landing/landing-screen.tsx')).LandingScreen)
const AuthScreen = lazyComponent(async () => (await import('../features/auth/auth-screen.tsx')).AuthScreen)
const SignedIn = lazyComponent(async () => (await import('./signed-in.tsx')).SignedIn)
const FeedScreen = lazyComponent(async () => (await import('../features/feed/feed-screen.tsx')).FeedScreen)
const MessagesScreen = lazyComponent(
  async () => (await import('../features/messages/messages-screen.tsx')).MessagesScreen,
)
const ChatScreen = lazyComponent(async () => (await import('../features/chat/chat-screen.tsx')).ChatScreen)
const ProfileScreen = lazyComponent(async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen)
const EditProfileScreen = lazyComponent(
  async () => (await import('../features/profile/edit-profile-screen.tsx')).EditProfileScreen,
)
const AccountScreen = lazyComponent(async () => (await import('../features/account/account-screen.tsx')).AccountScreen)
const QueueScreen = lazyComponent(async () => (await import('../features/moderation/queue-screen.tsx')).QueueScreen)
const CaseScreen = lazyComponent(async () => (await import('../features/moderation/case-screen.tsx')).CaseScreen)
const AuditScreen = lazyComponent(async () => (await import('../features/moderation/audit-screen.tsx')).AuditScreen)
const CameraScreen = lazyComponent(async () => (await import('../features/camera/camera-screen.tsx')).CameraScreen)

const routerPath = (path: string) => path.replace('{id}', ':id')

export function App({ client }: { client: QueryClient }) {
  useEffect(() => followOtherTabs(client), [client])
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <PageShell>
          <Suspense fallback={<ScreenSpinner label="Loading" isPage />}>
            <Routes>
              <Route path={clientRoutes.landing} element={<LandingScreen />} />
              <Route path={clientRoutes.auth} element={<AuthScreen />} />
              <Route element={<SignedIn />}>
                <Route path={clientRoutes.feed} element={<FeedScreen />} />
                <Route path={clientRoutes.messages} element={<MessagesScreen />} />
                <Route path={routerPath(clientRoutes.chat)} element={<ChatScreen />} />
                <Route path={clientRoutes.profile} element={<ProfileScreen />} />
                <Route path={clientRoutes.editProfile} element={<EditProfileScreen />} />
                <Route path={clientRoutes.account} element={<AccountScreen />} />
                <Route path={clientRoutes.camera} element={<CameraScreen />} />
                <Route element={<ForRole needed="moderator" />}>
                  <Route path={clientRoutes.moderation} element={<QueueScreen />} />
                  <Route path={routerPath(clientRoutes.moderationCase)} element={<CaseScreen />} />
                </Route>
                <Route element={<ForRole needed="admin" />}>
                  <Route path={clientRoutes.audit} element={<AuditScreen />} />
                </Route>
              </Route>
              <Route element={<SignedIn anonymous={<NotFoundScreen isWholePage />} />}>
                <Route path="*" element={<NotFoundScreen />} />
              </Route>
            </Routes>
          </Suspense>
        </PageShell>
        <LayerHistory />
        <UpdatePrompt />
        <RouteAnnouncer />
        <ToastHost />
        <InstallPrompt />
      </BrowserRouter>
    </QueryClientProvider>
  )
}
