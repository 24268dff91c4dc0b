import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Role } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import { community } from '../../lib/state/community.ts'
import { isChat, isPerson, isStaffScreen } from '../../lib/view/screen-paths.ts'

/** The screens of moderators have no title for users without a role, who do not see them. */
export function barTitle(path: string, role?: Role): string {
  if (path === clientRoutes.profile || path === clientRoutes.editProfile) return t`Profile`
  if (path === clientRoutes.account || path === clientRoutes.notificationSettings) return t`Account`
  if (path === clientRoutes.invitations) return t`Invitations`
  if (isPerson(path)) return t`About`
  if (path === clientRoutes.camera) return t`Camera`
  if (path === clientRoutes.messages) return t`Messages`
  if (isChat(path)) return t`Chat`
  if (role && isStaffScreen(path)) return path.startsWith(clientRoutes.moderation) ? t`Moderation` : t`Community`
  return community().name
}

const NAMES: Record<string, MessageDescriptor> = {
  [clientRoutes.auth]: msg`Log in or sign up`,
  [clientRoutes.discovery]: msg`Who you see`,
  [clientRoutes.feed]: msg`Feed`,
  [clientRoutes.verification]: msg`Verification`,
  [clientRoutes.terms]: msg`Terms of service`,
  [clientRoutes.privacy]: msg`Privacy policy`,
  [clientRoutes.rules]: msg`Rules`,
  [clientRoutes.waiting]: msg`Waiting to be let in`,
}

export function documentTitle(path: string, role?: Role): string {
  const { name } = community()
  const known = NAMES[path]
  const screen = known ? t(known) : barTitle(path, role)
  return screen === name ? name : `${screen} · ${name}`
}
