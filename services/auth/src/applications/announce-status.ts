import { broadcast } from '@zing/kit/nats/broadcast'
import { flushed } from '@zing/kit/nats/connection'
import { sessionsChanged } from '@zing/proto/nats/broadcasts'
import type { Ctx } from '../context.ts'

/** The longest wait for NATS. */
const ANNOUNCE_MS = 500

/** Tells the gateways that these users were admitted, or wait again. A lost broadcast delays it by SESSION_CACHE_FRESH_MS. */
export async function announceStatus(ctx: Ctx, userIds: number[], isPending: boolean): Promise<void> {
  const sessions = await ctx.models.Session.find({ userId: { $in: userIds } }, { _id: 1 }).lean()
  if (sessions.length === 0) return
  broadcast(ctx.nats, sessionsChanged, { sids: sessions.map(({ _id }) => _id), isPending })
  await flushed(ctx.nats, ANNOUNCE_MS)
}
