import { broadcast } from '@zing/kit/nats/broadcast'
import { flushed } from '@zing/kit/nats/connection'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { SESSIONS_PER_USER } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { type ActiveSessions, type getActiveSessions, SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc/auth'
import type { RpcInput } from '@zing/proto/nats/rpc/contract'
import { WAITING } from '../applications/status.ts'
import type { Ctx } from '../context.ts'

const OLD_SESSIONS_AT_ONCE = 1_000
/** The longest wait for NATS. */
const REVOKE_MS = 500

type CheckedSessions = RpcInput<typeof getActiveSessions>

/** Deletes the session before publishing the revocation, so that a later check no longer finds it. */
export async function endSession(
  ctx: Ctx,
  { userId, sid }: { userId: number; sid: string },
  reason: 'logout' | 'replaced' | 'ended by user',
): Promise<void> {
  const { deletedCount } = await ctx.models.Session.deleteOne({ _id: sid, userId })
  if (deletedCount === 1) logSecurityEvent(ctx.log, 'session_expired', { userId, reason })
  else if (await ctx.models.Session.exists({ _id: sid, userId: { $ne: userId } })) return
  await revoke(ctx, [sid]) // also for a session that ended before: its broadcast may be lost
}

/** Ends the sessions of a user except `sid`; null ends all. Returns the ids of the ended sessions. */
export async function endOtherSessions(
  ctx: Ctx,
  { userId, sid }: { userId: number; sid: string | null },
  reason: 'password change' | 'recovery' | 'ended by user' | 'account deleted' | 'suspended',
): Promise<string[]> {
  const others = await ctx.models.Session.find({ userId, _id: { $ne: sid } }, { _id: 1 }).lean()
  const sids = others.map(({ _id }) => _id)
  await endSessions(ctx, userId, { sids, reason })
  return sids
}

/** Deletes the sessions before publishing their revocation, so that a later check no longer finds them. */
async function endSessions(
  ctx: Ctx,
  userId: number,
  { sids, reason }: { sids: string[]; reason: string },
): Promise<void> {
  if (sids.length === 0) return
  await ctx.models.Session.deleteMany({ _id: { $in: sids }, userId })
  logSecurityEvent(ctx.log, 'session_expired', { userId, reason, sessions: sids.length })
  await revoke(ctx, sids)
}

/** Resolves once NATS forwards the revocation, so that it precedes calls that clients make after the response. */
async function revoke({ nats }: Ctx, sids: string[]): Promise<void> {
  broadcast(nats, sessionsRevoked, { sids })
  await flushed(nats, REVOKE_MS)
}

/** Ends a user's oldest sessions beyond SESSIONS_PER_USER, but never the newest. The next login ends the rest. */
export async function endOldSessions(ctx: Ctx, userId: number, newestSid: string): Promise<void> {
  const old = await ctx.models.Session.find({ userId, _id: { $ne: newestSid } }, { _id: 1 })
    .sort({ createdAt: -1 })
    .skip(SESSIONS_PER_USER - 1)
    .limit(OLD_SESSIONS_AT_ONCE)
    .lean()
  await endSessions(ctx, userId, { sids: old.map(({ _id }) => _id), reason: 'limit' })
}

/**
 * Finds the active sessions and their users' roles; on request also whose online state is visible, and who waits. Notes each session
 * as used unless `isIdle`.
 */
export async function activeSessions(
  ctx: Ctx,
  { sessions, isIdle, withShown, withPending }: CheckedSessions,
): Promise<ActiveSessions> {
  const owners = new Map(sessions.map(({ sid, userId }) => [sid, userId]))
  const userIds = [...new Set(owners.values())]
  const named = { _id: { $in: [...owners.keys()] }, userId: { $in: userIds } }
  const wanted = { ...named, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  const fields = { userId: 1, createdAt: 1, lastUsedAt: 1, role: 1 }
  const [found, waiting] = await Promise.all([
    ctx.models.Session.find(wanted, fields, { batchSize: SESSIONS_PER_REQUEST }).lean(),
    waitingOf(ctx, userIds),
  ])
  const own = found.filter(({ _id, userId }) => owners.get(_id) === userId)
  const active = withPending ? own : own.filter(({ userId }) => !waiting.has(userId))
  const pending = own.filter(({ userId }) => waiting.has(userId)).map(({ _id }) => _id)
  if (!isIdle) for (const session of active) ctx.sessionUse.note(session)
  const roles = active.flatMap(({ _id: sid, role }) => (role && role !== 'member' ? [{ sid, role }] : []))
  const shown = withShown ? await shownOf(ctx, active) : null
  return { sids: active.map(({ _id }) => _id), roles, ...(withPending && { pending }), ...(shown && { shown }) }
}

/** Sessions of users whom nobody has let in. */
async function waitingOf(ctx: Ctx, userIds: number[]): Promise<Set<number>> {
  const users = await ctx.models.User.find({ _id: { $in: userIds }, status: { $in: WAITING } }, { _id: 1 }).lean()
  return new Set(users.map(({ _id }) => _id))
}

/** The sessions whose users let matches see when they are online. */
async function shownOf(ctx: Ctx, active: { _id: string; userId: number }[]): Promise<string[]> {
  const userIds = [...new Set(active.map(({ userId }) => userId))]
  const hidden = await ctx.models.User.find({ _id: { $in: userIds }, showOnline: false }, { _id: 1 }).lean()
  const hiddenIds = new Set(hidden.map(({ _id }) => _id))
  return active.flatMap(({ _id, userId }) => (hiddenIds.has(userId) ? [] : [_id]))
}
