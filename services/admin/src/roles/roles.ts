import type { Identity } from '@zing/kit/http/internal-token'
import { request } from '@zing/kit/nats/rpc'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { AssignedRole, UserRole } from '@zing/proto/accounts/roles'
import { errors } from '@zing/proto/errors'
import { getUserRoles, setUserRole } from '@zing/proto/nats/rpc/auth'
import { audit } from '../audit/audit.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'
import { hasAdminSession, requireAdminSession } from '../pin/admin-sessions.ts'
import { requireConfirmed } from '../settings/require-confirmed.ts'
import { requireAdministrator } from './require-administrator.ts'

/** Lists who has which role, or the one user of a username. */
export async function listRoles(ctx: Ctx, caller: Identity, username: string | undefined): Promise<UserRole[]> {
  await requirePanel(ctx, caller)
  return request(ctx.nats, getUserRoles, username === undefined ? {} : { username })
}

/** Grants or withdraws a role. Without the PIN an admin confirms it: an open session alone makes no admins. */
export async function setRole(ctx: Ctx, caller: Identity, userId: number, role: AssignedRole): Promise<UserRole> {
  await requirePanel(ctx, caller)
  if (!(await hasAdminSession(ctx, caller))) await requireConfirmed(ctx, caller)
  return changeRole(ctx, { actorId: caller.userId, userId, role })
}

interface RoleChange {
  /** Null: an operator at the command line. */
  actorId: number | null
  userId: number
  role: AssignedRole
}

/** The entry of the audit log comes first: no role changes without one. */
export async function changeRole(
  ctx: Pick<Ctx, 'models' | 'nats' | 'log'>,
  { actorId, userId, role }: RoleChange,
): Promise<UserRole> {
  const names = await namesOf(ctx, [userId])
  if (names.of(userId).username === null) throw errors.userNotFound()
  const details = { from: names.roleOf(userId) ?? 'member', to: role }
  await audit(ctx, { action: 'role.changed', actorId, caseId: null, userId, details })
  const changed = await request(ctx.nats, setUserRole, { userId, role })
  if (!changed) throw errors.userNotFound()
  logSecurityEvent(ctx.log, 'authz_admin', { userId: actorId ?? undefined, action: 'role', subject: userId, role })
  return changed
}

/** The role admin is enough, with or without the PIN panel. */
async function requirePanel(ctx: Ctx, caller: Identity): Promise<void> {
  if ((await namesOf(ctx, [caller.userId])).roleOf(caller.userId) === 'admin') return
  if (!ctx.settings.current().settings.features.pinPanel) throw errors.featureOff()
  await requireAdministrator(ctx, caller.userId)
  await requireAdminSession(ctx, caller)
}
