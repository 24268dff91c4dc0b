import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { clientRoutes } from '@zing/proto/client-routes'
import { lazy, Suspense, useEffect } from 'react'
import { BrowserRouter, Route, Routes } from 'react-router-dom'
import { followOtherTabs } from '../queries/user.ts'
import { ScreenSpinner } from '../ui/spinner.tsx'
import { Backdrop } from './backdrop.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { RouteAnnouncer } from './route-announcer.tsx'
import { ToastHost } from './toast-host.tsx'

const LandingScreen = lazy(async () => ({
  default: (await import('../features/landing/landing-screen.tsx')).LandingScreen,
}))
const AuthScreen = lazy(async () => ({ default: (await import('../features/auth/auth-screen.tsx')).AuthScreen }))
const SignedIn = lazy(async () => ({ default: (await import('./signed-in.tsx')).SignedIn }))
const FeedScreen = lazy(async () => ({ default: (await import('../features/feed/feed-screen.tsx')).FeedScreen }))
const MessagesScreen = lazy(async () => ({
  default: (await import('../features/messages/messages-screen.tsx')).MessagesScreen,
}))
const ChatScreen = lazy(async () => ({ default: (await import('../features/chat/chat-screen.tsx')).ChatScreen }))
const ProfileScreen = lazy(async () => ({
  default: (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
}))
const EditProfileScreen = lazy(async () => ({
  default: (await import('../features/profile/edit-profile-screen.tsx')).EditProfileScreen,
}))
const CameraScreen = lazy(async () => ({
  default: (await import('../features/camera/camera-screen.tsx')).CameraScreen,
}))
const InstallCard = lazy(async () => ({ default: (await import('../features/install/install-card.tsx')).InstallCard }))

const routerPath = (path: string) => path.replace('{id}', ':id')

export function App({ client }: { client: QueryClient }) {
  useEffect(() => followOtherTabs(client), [client])
  return (
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Backdrop>
          <Suspense fallback={<ScreenSpinner label="Loading" />}>
            <Routes>
              <Route path={clientRoutes.landing} element={<LandingScreen />} />
              <Route path={clientRoutes.auth} element={<AuthScreen />} />
              <Route element={<SignedIn />}>
                <Route path={clientRoutes.feed} element={<FeedScreen />} />
                <Route path={clientRoutes.messages} element={<MessagesScreen />} />
                <Route path={routerPath(clientRoutes.chat)} element={<ChatScreen />} />
                <Route path={clientRoutes.profile} element={<ProfileScreen />} />
                <Route path={clientRoutes.editProfile} element={<EditProfileScreen />} />
                <Route path={clientRoutes.camera} element={<CameraScreen />} />
              </Route>
              <Route path="*" element={<NotFoundScreen />} />
            </Routes>
          </Suspense>
        </Backdrop>
        <RouteAnnouncer />
        <ToastHost />
        <Suspense>
          <InstallCard />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>
  )
}
