import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { UserRole } from '@zing/proto/accounts/roles'
import { type AssignedRole, Role } from '@zing/proto/accounts/roles'
import type { getUserNames } from '@zing/proto/nats/rpc/auth'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { endSetup } from '../setup/setup-state.ts'
import { changeUser } from './change-user.ts'
import { usernameKeyOf } from './usernames.ts'

const MAX_LISTED = 500 // a bound, not a page
const FIELDS = { username: 1, name: 1, role: 1, createdAt: 1 } as const

/** Lists the users with a role other than member. With a username it lists that user, whatever the role. */
export async function listRoles(ctx: Ctx, username: string | undefined): Promise<UserRole[]> {
  const wanted = username === undefined ? { role: { $in: Role.options } } : { usernameKey: usernameKeyOf(username) }
  const users = await ctx.models.User.find({ ...wanted, ...ofCurrentEpoch(ctx) }, FIELDS)
    .sort({ _id: 1 })
    .limit(MAX_LISTED)
    .lean()
  return users.map(toUserRole)
}

/** The names that moderators see. Deleted users are missing. */
export async function namesOf(ctx: Ctx, userIds: number[]): Promise<RpcResult<typeof getUserNames>> {
  const users = await ctx.models.User.find({ _id: { $in: userIds }, ...ofCurrentEpoch(ctx) }, FIELDS).lean()
  return users.map((user) => {
    const { userId: id, name, username, role } = toUserRole(user)
    return { id, name, username, createdAt: user.createdAt.toISOString(), ...(role !== 'member' && { role }) }
  })
}

/**
 * Changes the role of a user, then the role in all their sessions; null for an unknown user. A login that read the old
 * role finds the new one when it reads the user again (`openSession`). Meanwhile the sessions have no role, so a crash
 * leaves no session with the old one. After concurrent changes the sessions have the role of the last one.
 */
export async function setRole(ctx: Ctx, userId: number, role: AssignedRole): Promise<UserRole | null> {
  if (!(await ctx.models.User.exists({ _id: userId, ...ofCurrentEpoch(ctx) }))) return null
  await ctx.models.Session.updateMany({ userId }, { $set: { role: 'member' } })
  const user = await changeUser(ctx, userId, (before) => ({ ...before, role }))
  await copyRoleToSessions(ctx, userId, role)
  if (role === 'admin') await endSetup(ctx)
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'role', role })
  return toUserRole(user)
}

/**
 * Gives a user's sessions the role of their account. Reads the account again after the write: another change may have
 * written to the sessions in between.
 */
export async function copyRoleToSessions(ctx: Ctx, userId: number, role: AssignedRole): Promise<void> {
  await ctx.models.Session.updateMany({ userId }, { $set: { role } })
  const now = await ctx.models.User.findById(userId, { role: 1 }).lean()
  const current = now?.role ?? 'member'
  if (current !== role) await copyRoleToSessions(ctx, userId, current)
}

function toUserRole({ _id, username, name, role }: Pick<UserDocument, '_id' | keyof typeof FIELDS>): UserRole {
  return { userId: _id, username, name, role: role ?? 'member' }
}
