import { hasRole, type Role } from '@zing/proto/accounts/roles'
import { Outlet } from 'react-router-dom'
import { useUser } from '../queries/session/user-context.ts'
import { NotFoundScreen } from './not-found-screen.tsx'

/** Layout of screens that need a role: for other users there are no such screens. */
export function ForRole({ needed }: { needed: Role }) {
  const user = useUser()
  return hasRole(user.role, needed) ? <Outlet /> : <NotFoundScreen />
}
