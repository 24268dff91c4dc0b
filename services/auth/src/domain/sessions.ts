import { broadcast } from '@zing/kit/nats/broadcast'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { ofCurrentEpoch } from './current-epoch.ts'

/** Deletes the session before publishing the revocation, so that a later check already sees it gone. */
export async function endSession(ctx: Ctx, userId: number, sid: string): Promise<void> {
  await ctx.models.Session.deleteOne({ _id: sid, userId })
  broadcast(ctx.nats, sessionsRevoked, { sids: [sid] })
}

export async function liveSessions(ctx: Ctx, sessions: { sid: string; userId: number }[]): Promise<string[]> {
  const owners = new Map(sessions.map(({ sid, userId }) => [sid, userId]))
  const active = { _id: { $in: [...owners.keys()] }, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  const found = await ctx.models.Session.find(active, { userId: 1 }, { batchSize: SESSIONS_PER_REQUEST }).lean()
  return found.filter(({ _id, userId }) => owners.get(_id) === userId).map(({ _id }) => _id)
}
