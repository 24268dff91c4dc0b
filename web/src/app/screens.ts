import { clientRoutes } from '@zing/proto/client-routes'
import { matchPath } from 'react-router-dom'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ChatScreen, PersonScreen } from './linked-screens.ts'

export const SignedIn = lazyComponent(async () => (await import('./signed-in.tsx')).SignedIn)
export const LandingScreen = lazyComponent(
  async () => (await import('../features/landing/landing-screen.tsx')).LandingScreen,
  'first',
)
export const AuthScreen = lazyComponent(async () => (await import('../features/auth/auth-screen.tsx')).AuthScreen)
export const SetupScreen = lazyComponent(
  async () => (await import('../features/setup/setup-screen.tsx')).SetupScreen,
  'staff',
)
export const FeedScreen = lazyComponent(async () => (await import('../features/feed/feed-screen.tsx')).FeedScreen)
export const MessagesScreen = lazyComponent(
  async () => (await import('../features/messages/messages-screen.tsx')).MessagesScreen,
)
export const DiscoveryScreen = lazyComponent(
  async () => (await import('../features/discovery/discovery-screen.tsx')).DiscoveryScreen,
)
export const ProfileScreen = lazyComponent(
  async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
)
export const EditProfileScreen = lazyComponent(
  async () => (await import('../features/profile/edit-profile-screen.tsx')).EditProfileScreen,
)
export const AccountScreen = lazyComponent(
  async () => (await import('../features/account/account-screen.tsx')).AccountScreen,
)
export const NotificationsScreen = lazyComponent(
  async () => (await import('../features/account/notifications/notifications-screen.tsx')).NotificationsScreen,
)
export const VerificationScreen = lazyComponent(
  async () => (await import('../features/verification/verification-screen.tsx')).VerificationScreen,
)
export const CameraScreen = lazyComponent(
  async () => (await import('../features/camera/camera-screen.tsx')).CameraScreen,
)
export const CommunityTextScreen = lazyComponent(
  async () => (await import('../features/community/community-text-screen.tsx')).CommunityTextScreen,
)
export const InvitationsScreen = lazyComponent(
  async () => (await import('../features/invitations/invitations-screen.tsx')).InvitationsScreen,
)
export const StaffScreens = lazyComponent(async () => (await import('./staff-screens.tsx')).StaffScreens)
export const WaitingScreen = lazyComponent(
  async () => (await import('../features/waiting/waiting-screen.tsx')).WaitingScreen,
)
export const ExportSection = lazyComponent(
  async () => (await import('../features/account/export-section.tsx')).ExportSection,
)
export const DeleteSection = lazyComponent(
  async () => (await import('../features/account/delete-section.tsx')).DeleteSection,
)
export const CropDialog = lazyComponent(
  async () => (await import('../features/profile/photos/crop-dialog.tsx')).CropDialog,
)

/** The screens that users open most. The others are loaded when they are first rendered. */
const EVERYDAY = [
  { path: clientRoutes.feed, screen: FeedScreen },
  { path: clientRoutes.messages, screen: MessagesScreen },
  { path: clientRoutes.chat, screen: ChatScreen },
  { path: clientRoutes.person, screen: PersonScreen },
  { path: clientRoutes.profile, screen: ProfileScreen },
]

/** Path as the router writes it. */
export const routerPath = (path: string) => path.replace('{id}', ':id')

/** Loads the screen and data of the path, so that it renders without a spinner. */
export async function preloadScreen(path: string, isAnonymous: boolean): Promise<void> {
  if (path === clientRoutes.landing) return LandingScreen.preload()
  if (path === clientRoutes.auth) return AuthScreen.preload()
  if (isAnonymous) return // the landing screen follows
  const everyday = EVERYDAY.find((one) => matchPath(routerPath(one.path), path))
  await Promise.all([SignedIn.preload(), everyday?.screen.preload()])
}
