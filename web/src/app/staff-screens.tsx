import { clientRoutes } from '@zing/proto/client-routes'
import type { ComponentType } from 'react'
import { useLocation } from 'react-router-dom'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { ForRole } from './for-role.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'

const ModerationScreens = lazyComponent(
  async () => (await import('../features/moderation/moderation-screens.tsx')).ModerationScreens,
  'staff',
)

const AuditScreen = lazyComponent(async () => {
  const names = await import('../features/admin/form/setting-words.ts')
  const { AuditScreen } = await import('../features/moderation/audit-screen.tsx')
  return () => AuditScreen(names)
}, 'staff')

const AdminScreens = lazyComponent(
  async () => (await import('../features/admin/admin-screens.tsx')).AdminScreens,
  'staff',
)

const Roles = lazyComponent(async () => (await import('../features/profile/admin/roles.tsx')).Roles, 'staff')

const ConfirmDialog = lazyComponent(async () => (await import('../features/account/confirm-dialog.tsx')).ConfirmDialog)

/** The screens of moderators and admins, with the parts of other features that they have. */
export function StaffScreens({ InvitationsScreen }: { InvitationsScreen: ComponentType }) {
  const isAdmin = useLocation().pathname.startsWith(clientRoutes.admin)
  const shared = { ForRole, notFound: <NotFoundScreen /> }
  if (!isAdmin) return <ModerationScreens AuditScreen={AuditScreen} {...shared} />
  return <AdminScreens ConfirmDialog={ConfirmDialog} InvitationsScreen={InvitationsScreen} Roles={Roles} {...shared} />
}
