import { broadcast } from '@zing/kit/controls'
import { sessionsRevoked } from '@zing/proto/nats/controls'
import type { Ctx } from '../context.ts'
import { sinceReset } from './since-reset.ts'

/** Gone from the database before anybody is told: whoever asks from now on learns it. */
export async function endSession(ctx: Ctx, userId: number, sid: string): Promise<void> {
  await ctx.models.Session.deleteOne({ _id: sid, userId })
  broadcast(ctx.nats, sessionsRevoked, { sids: [sid] })
}

/** Live: it is there, this person's, and neither past its end nor from before a reset. */
export async function isSessionLive(ctx: Ctx, userId: number, sid: string): Promise<boolean> {
  const live = { _id: sid, userId, expiresAt: { $gt: new Date() }, ...sinceReset(ctx) }
  return (await ctx.models.Session.exists(live)) !== null
}
