import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { request } from '@zing/kit/nats/rpc'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import { reportBanMatch } from '@zing/proto/nats/rpc/admin'
import type { Ctx } from '../context.ts'
import type { BanMatch } from '../models/ban-match.ts'

const EVERY_MS = 1_000
const IDLE_MS = 30_000
/** Includes the time in which admin fetches the photo in parts and stores it. */
const REPORT_MS = 5_000
/** After this long every registration has succeeded or failed. */
const MAX_REGISTRATION_MS = 60 * 60 * 1_000
const BATCH = 10

/** Reports accounts that resemble banned ones to admin, and retries until admin has them. */
export function startBanMatches(contextOf: () => Ctx): Pick<Repeated, 'soon' | 'stop'> {
  return repeat(() => sendBanMatches(contextOf()), {
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    onFailure: (err) => contextOf().log.warn({ err }, 'match with a banned account not reported, will be retried'),
  })
}

/** Tries each match once, in batches. Returns false if none are left. */
async function sendBanMatches(ctx: Ctx): Promise<boolean> {
  const { BanMatch } = ctx.models
  let hasMatches = false
  for (let after = '', isLast = false; !isLast; ) {
    const matches = await BanMatch.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx) })
      .sort({ _id: 1 })
      .limit(BATCH)
      .lean()
    await sendAll(ctx, matches)
    hasMatches ||= matches.length > 0
    after = matches.at(-1)?._id ?? after
    isLast = matches.length < BATCH
  }
  return hasMatches
}

async function sendAll(ctx: Ctx, matches: BanMatch[]): Promise<void> {
  const results = await Promise.allSettled(
    matches.map(async (match) => {
      if (await isDone(ctx, match)) await ctx.models.BanMatch.deleteOne({ _id: match._id })
    }),
  )
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** False while the account of the match is still being created. */
async function isDone(ctx: Ctx, { _id: matchId, userId, decisionId, sign, at, epoch }: BanMatch): Promise<boolean> {
  const [isRegistered, record] = await Promise.all([
    ctx.models.User.exists({ _id: userId, ...ofCurrentEpoch(ctx) }),
    ctx.models.BanRecord.findById(decisionId, { bannedUserId: 1 }).lean(),
  ])
  if (!isRegistered) return Date.now() - at.getTime() > MAX_REGISTRATION_MS
  if (!record) return true // the ban was lifted
  const { bannedUserId } = record
  await request(ctx.nats, reportBanMatch, { matchId, userId, sign, bannedUserId, decisionId, epoch }, REPORT_MS)
  return true
}
