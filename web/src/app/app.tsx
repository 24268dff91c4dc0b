import { QueryClientProvider } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { InstallPrompt } from '../features/install/install-prompt.tsx'
import { useStore } from '../lib/state/create-store.ts'
import { perSession } from '../lib/state/per-session.ts'
import { followOtherTabs, session } from '../queries/session/session.ts'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { ForRole } from './for-role.tsx'
import { LayerHistory } from './layer-history.tsx'
import { PageShell } from './layout/page-shell.tsx'
import { ChatScreen, PersonScreen } from './linked-screens.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import {
  AccountScreen,
  AuditScreen,
  AuthScreen,
  CameraScreen,
  CaseScreen,
  CropDialog,
  DashboardScreen,
  DiscoveryScreen,
  EditProfileScreen,
  FeedScreen,
  LandingScreen,
  MessagesScreen,
  NotificationsScreen,
  ProfileScreen,
  QueueScreen,
  routerPath,
  SignedIn,
} from './screens.ts'
import { ToastHost } from './toast-host.tsx'
import { UpdatePrompt } from './update-prompt.tsx'

const keyOf = perSession(() => crypto.randomUUID())

/** Each session has screens of its own: no screen keeps anything for the next user. */
export function App() {
  const client = useStore(session)
  useEffect(followOtherTabs, [])
  return (
    <BrowserRouter>
      <PageShell>
        <QueryClientProvider key={keyOf(client)} client={client}>
          <RouteAnnouncer />
          <Suspense fallback={<ScreenSpinner label="Loading" isPage />}>
            <Routes>
              <Route path={clientRoutes.landing} element={<LandingScreen />} />
              <Route path={clientRoutes.auth} element={<AuthScreen CropDialog={CropDialog} />} />
              <Route element={<SignedIn />}>
                <Route path={clientRoutes.feed} element={<FeedScreen />} />
                <Route path={clientRoutes.messages} element={<MessagesScreen />} />
                <Route path={routerPath(clientRoutes.chat)} element={<ChatScreen />} />
                <Route path={routerPath(clientRoutes.person)} element={<PersonScreen />} />
                <Route path={clientRoutes.discovery} element={<DiscoveryScreen />} />
                <Route path={clientRoutes.profile} element={<ProfileScreen />} />
                <Route path={clientRoutes.editProfile} element={<EditProfileScreen />} />
                <Route path={clientRoutes.account} element={<AccountScreen />} />
                <Route path={clientRoutes.notificationSettings} element={<NotificationsScreen />} />
                <Route path={clientRoutes.camera} element={<CameraScreen CropDialog={CropDialog} />} />
                <Route element={<ForRole needed="moderator" />}>
                  <Route path={clientRoutes.moderation} element={<QueueScreen />} />
                  <Route path={routerPath(clientRoutes.moderationCase)} element={<CaseScreen />} />
                </Route>
                <Route element={<ForRole needed="admin" />}>
                  <Route path={clientRoutes.audit} element={<AuditScreen />} />
                  <Route path={clientRoutes.admin} element={<DashboardScreen />} />
                </Route>
              </Route>
              <Route element={<SignedIn anonymous={<NotFoundScreen isWholePage />} />}>
                <Route path="*" element={<NotFoundScreen />} />
              </Route>
            </Routes>
          </Suspense>
        </QueryClientProvider>
      </PageShell>
      <LayerHistory />
      <UpdatePrompt />
      <ToastHost />
      <InstallPrompt />
    </BrowserRouter>
  )
}
