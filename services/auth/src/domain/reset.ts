import { broadcast } from '@zing/kit/controls'
import { sessionsRevoked } from '@zing/proto/nats/controls'
import type { Ctx } from '../context.ts'

/** Deletes what is older than the epoch and ends every session. What is written from now on carries the epoch. */
export async function reset(ctx: Ctx, epoch: number): Promise<{ epoch: number }> {
  await ctx.epoch.raise(epoch)
  const older = { epoch: { $lt: epoch } }
  const { Session, User, Selfie, HiddenPair } = ctx.models
  await Session.deleteMany(older)
  broadcast(ctx.nats, sessionsRevoked, { sids: null })
  await Promise.all([User.deleteMany(older), Selfie.deleteMany(older), HiddenPair.deleteMany(older)])
  return { epoch }
}
