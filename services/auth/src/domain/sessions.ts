import { broadcast } from '@zing/kit/nats/broadcast'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { SESSIONS_PER_REQUEST } from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { ofCurrentEpoch } from './current-epoch.ts'

/** Gone from the database before anybody is told: whoever asks from now on learns it. */
export async function endSession(ctx: Ctx, userId: number, sid: string): Promise<void> {
  await ctx.models.Session.deleteOne({ _id: sid, userId })
  broadcast(ctx.nats, sessionsRevoked, { sids: [sid] })
}

/** Those that are live: there, this person's, and neither past their end nor from before a reset. */
export async function liveSessions(ctx: Ctx, asked: { sid: string; userId: number }[]): Promise<string[]> {
  const users = new Map(asked.map(({ sid, userId }) => [sid, userId]))
  const live = { _id: { $in: [...users.keys()] }, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
  const found = await ctx.models.Session.find(live, { userId: 1 }, { batchSize: SESSIONS_PER_REQUEST }).lean()
  return found.filter(({ _id, userId }) => users.get(_id) === userId).map(({ _id }) => _id)
}
