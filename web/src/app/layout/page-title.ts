import type { Role } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import { PRODUCT_NAME } from '@zing/proto/product'
import { isChat, isPerson } from '../../lib/view/screen-paths.ts'

/** The screens of moderators have no title for users without a role, who do not see them. */
export function barTitle(path: string, role?: Role): string {
  if (path === clientRoutes.profile || path === clientRoutes.editProfile) return 'Profile'
  if (path === clientRoutes.account || path === clientRoutes.notificationSettings) return 'Account'
  if (isPerson(path)) return 'About'
  if (path === clientRoutes.camera) return 'Camera'
  if (path === clientRoutes.messages) return 'Messages'
  if (isChat(path)) return 'Chat'
  if (role && path.startsWith(clientRoutes.moderation)) return 'Moderation'
  if (role && path.startsWith(clientRoutes.admin)) return 'Administration'
  return PRODUCT_NAME
}

const NAMES: Record<string, string> = {
  [clientRoutes.auth]: 'Log in or sign up',
  [clientRoutes.discovery]: 'Who you see',
  [clientRoutes.feed]: 'Feed',
}

export function documentTitle(path: string, role?: Role): string {
  const name = NAMES[path] ?? barTitle(path, role)
  return name === PRODUCT_NAME ? PRODUCT_NAME : `${name} · ${PRODUCT_NAME}`
}
