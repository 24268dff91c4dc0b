import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import { AppError } from '@zing/proto/errors'
import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { withoutTrip } from './move-user.ts'

const AT_ONCE = 20
/** A trip ends this much late at most, while there are few. */
const IDLE_MS = 10_000

/** Ends the trips whose time is over, all along: the home returns to the card. */
export function startTripEnds(ctxOf: () => Ctx, idleMs = IDLE_MS): Repeated {
  return repeat(() => endTrips(ctxOf()), {
    everyMs: Math.min(idleMs, 1_000),
    idleMs,
    onFailure: (err) => ctxOf().log.warn({ err }, 'end of trips failed'),
  })
}

/** Returns true if there may be more. */
async function endTrips(ctx: Ctx): Promise<boolean> {
  const now = new Date()
  const over = { 'trip.until': { $lte: now }, ...ofCurrentEpoch(ctx) }
  const users = await ctx.models.User.find(over, { _id: 1 }).sort({ 'trip.until': 1 }).limit(AT_ONCE).lean()
  await Promise.all(users.map(({ _id }) => endTrip(ctx, _id, now)))
  return users.length === AT_ONCE
}

/** Leaves a newer trip, and an account that is deleted meanwhile. */
async function endTrip(ctx: Ctx, userId: number, now: Date): Promise<void> {
  try {
    await changeUser(ctx, userId, (user) => (user.trip && user.trip.until <= now ? withoutTrip(user) : null))
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error
  }
}
