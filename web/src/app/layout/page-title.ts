import type { Role } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import { community } from '../../lib/state/community.ts'
import { isChat, isPerson, isStaffScreen } from '../../lib/view/screen-paths.ts'

/** The screens of moderators have no title for users without a role, who do not see them. */
export function barTitle(path: string, role?: Role): string {
  if (path === clientRoutes.profile || path === clientRoutes.editProfile) return 'Profile'
  if (path === clientRoutes.account || path === clientRoutes.notificationSettings) return 'Account'
  if (path === clientRoutes.invitations) return 'Invitations'
  if (isPerson(path)) return 'About'
  if (path === clientRoutes.camera) return 'Camera'
  if (path === clientRoutes.messages) return 'Messages'
  if (isChat(path)) return 'Chat'
  if (role && isStaffScreen(path)) return path.startsWith(clientRoutes.moderation) ? 'Moderation' : 'Community'
  return community().name
}

const NAMES: Record<string, string> = {
  [clientRoutes.auth]: 'Log in or sign up',
  [clientRoutes.discovery]: 'Who you see',
  [clientRoutes.feed]: 'Feed',
  [clientRoutes.terms]: 'Terms of service',
  [clientRoutes.privacy]: 'Privacy policy',
  [clientRoutes.rules]: 'Rules',
  [clientRoutes.waiting]: 'Waiting to be let in',
}

export function documentTitle(path: string, role?: Role): string {
  const { name } = community()
  const screen = NAMES[path] ?? barTitle(path, role)
  return screen === name ? name : `${screen} · ${name}`
}
