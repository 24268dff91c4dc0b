import { AppError } from '@zing/proto/errors'
import { PAST_MATCH_MS } from '@zing/proto/limits'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import type { Profile } from '../models/profile.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { findProfiles } from './find-profiles.ts'
import { isHidden } from './is-hidden.ts'

/**
 * True if the reporter can see the user, or could until lately. A user who blocked the reporter looks unknown (SEC-67).
 */
export async function isReportable(ctx: Ctx, reporterId: number, userId: number): Promise<boolean> {
  if (reporterId === userId) return false
  try {
    const [profile] = await findProfiles(ctx, [userId])
    const pair = await ctx.models.Pair.findById(pairKey(reporterId, userId), { outbox: 0 }).lean()
    return profile !== undefined && couldBeSeen(profile, pair, { viewerId: reporterId, at: new Date() })
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return false
    throw error
  }
}

type Seen = Pick<Profile, 'hidden' | 'suspendedUntil'>
type Between = Pick<
  Pair,
  'members' | 'blocked' | 'loBlockedAt' | 'hiBlockedAt' | 'matchedAt' | 'matchEndedAt' | 'loLikedAt' | 'hiLikedAt'
>

/**
 * The viewer sees matches, users who like the viewer, and users of the feed. For PAST_MATCH_MS the viewer also sees
 * ended matches and users whom the viewer blocked.
 */
export function couldBeSeen(
  profile: Seen,
  pair: Between | null,
  { viewerId, at }: { viewerId: number; at: Date },
): boolean {
  const isRecent = (time: Date | null | undefined) => Boolean(time && at.getTime() - time.getTime() < PAST_MATCH_MS)
  if (pair && (isRecent(pair.matchEndedAt) || isRecent(pair[sidesOf(pair, viewerId).blockedAt]))) return true
  if (pair?.blocked) return false
  if (pair && (pair.matchedAt || pair[sidesOf(pair, viewerId).theirs])) return true
  return !isHidden(profile, at)
}
