import { t } from '@lingui/core/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { InstallPrompt } from '../features/install/install-prompt.tsx'
import { language } from '../lib/language/language.ts'
import { useStore } from '../lib/state/create-store.ts'
import { perSession } from '../lib/state/per-session.ts'
import { followOtherTabs, session } from '../queries/session/session.ts'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { ForRole } from './for-role.tsx'
import { ToastHost } from './hosts/toast-host.tsx'
import { LayerHistory } from './layer-history.tsx'
import { PageShell } from './layout/page-shell.tsx'
import { ChatScreen, PersonScreen } from './linked-screens.ts'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import {
  AccountScreen,
  AuthScreen,
  CameraScreen,
  CommunityTextScreen,
  CropDialog,
  DeleteSection,
  DiscoveryScreen,
  EditProfileScreen,
  ExportSection,
  FeedScreen,
  InvitationsScreen,
  LandingScreen,
  MessagesScreen,
  NotificationsScreen,
  ProfileScreen,
  routerPath,
  SetupScreen,
  SignedIn,
  StaffScreens,
  VerificationScreen,
  WaitingScreen,
} from './screens.ts'
import { UpdatePrompt } from './update-prompt.tsx'

/** Pages of the operator's texts, which visitors can read too. */
const COMMUNITY_TEXTS = ['terms', 'privacy', 'rules'] as const

const keyOf = perSession(() => crypto.randomUUID())

/** Each session has screens of its own: no screen keeps anything for the next user. */
export function App() {
  const client = useStore(session)
  useStore(language) // all texts change with it
  useEffect(followOtherTabs, [])
  return (
    <BrowserRouter>
      <PageShell>
        <QueryClientProvider key={keyOf(client)} client={client}>
          <RouteAnnouncer />
          <Suspense fallback={<ScreenSpinner label={t`Loading`} isPage />}>
            <Routes>
              <Route path={clientRoutes.landing} element={<LandingScreen />} />
              <Route
                path={clientRoutes.auth}
                element={<AuthScreen CropDialog={CropDialog} loadNext={FeedScreen.preload} />}
              />
              <Route path={clientRoutes.setup} element={<SetupScreen />} />
              {COMMUNITY_TEXTS.map((page) => (
                <Route
                  key={page}
                  path={clientRoutes[page]}
                  element={<CommunityTextScreen page={page} missing={<NotFoundScreen isWholePage />} />}
                />
              ))}
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
                <Route path={clientRoutes.verification} element={<VerificationScreen />} />
                <Route path={clientRoutes.camera} element={<CameraScreen CropDialog={CropDialog} />} />
                <Route
                  path={clientRoutes.waiting}
                  element={<WaitingScreen ExportSection={ExportSection} DeleteSection={DeleteSection} />}
                />
                <Route path={clientRoutes.invitations} element={<InvitationsScreen />} />
                <Route element={<ForRole needed="moderator" />}>
                  {[clientRoutes.moderation, clientRoutes.admin].map((path) => (
                    <Route
                      key={path}
                      path={`${path}/*`}
                      element={<StaffScreens InvitationsScreen={InvitationsScreen} />}
                    />
                  ))}
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
