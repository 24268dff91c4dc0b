import type { RateProfile } from '@zing/kit/env'
import { createDailyQuota } from '@zing/kit/mongo/daily-quota'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import { dailyLimitOf, trustOf } from '@zing/proto/accounts/trust'
import { errors } from '@zing/proto/errors'
import { SETTINGS_COUNT_MAX } from '@zing/proto/limits'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx, LikeQuota } from '../context.ts'
import type { Models } from '../models/models.ts'
import type { Profile } from '../models/profile.ts'
import { isVisible } from '../profiles/is-visible.ts'
import { sidesOf } from './pair-rules.ts'

/** The name of the quota in the database. */
export const LIKES = 'likes'

/** Creates the quota of likes per day, by the trust in an account; null if the profile has no limits. */
export function createLikeQuota(
  { DailyUsage }: Models,
  profile: RateProfile,
  settings: FollowedSettings,
): LikeQuota | null {
  if (profile === 'off') return null
  const refusal = errors.noLikesLeft
  const quota = createDailyQuota(DailyUsage, SETTINGS_COUNT_MAX, { name: LIKES, refusal })
  return async (level, likerId, likedId) => {
    const limit = dailyLimitOf(settings.current().settings.trust, profile, [level, 'likes'])
    if (limit !== null) await quota.use(likerId, [likedId], limit)
  }
}

/**
 * Counts a like by an account with a limit; 429 when no likes are left today. A repeated like does not count. A like of
 * a user whom the liker does not see must look as if there were no limit.
 */
export async function takeLike({ reads, likeQuota, settings }: Ctx, liker: Profile, liked: Profile): Promise<void> {
  const { _id: likerId, createdAt, isReported } = liker
  const likedId = liked._id
  const level = trustOf({ createdAt, isReported }, new Date(), settings.current().settings.trust.newHours)
  if (level === 'established' || !likeQuota) return

  const pair = await reads.pair(pairKey(likerId, likedId))
  if (!isVisible(liked, pair, likerId) || pair?.[sidesOf(pair, likerId).mine]) return
  await likeQuota(level, likerId, likedId)
}
