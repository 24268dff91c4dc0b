import { request } from '@zing/kit/nats/rpc'
import { AppError, errors } from '@zing/proto/errors'
import { getBlockBetween } from '@zing/proto/nats/rpc/chat'
import { membersOf } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { findProfiles } from '../profiles/find-profiles.ts'
import { isVisible } from '../profiles/is-visible.ts'
import { toSummary } from '../profiles/to-public-profile.ts'
import { changePair } from './change-pair.ts'
import { countLikesNow } from './count-likes.ts'
import { takeLike } from './like-quota.ts'
import { newPair, withLike, withNextRev } from './pair-rules.ts'

/** Idempotent. Concurrent mutual likes update one document, so they make exactly one match (INV-3). */
export async function likeUser(
  ctx: Ctx,
  likerId: number,
  likedId: number,
): Promise<{ likeCount: number; isMatch: boolean }> {
  if (likerId === likedId) throw errors.ownLike()
  const [liker, liked] = await findProfiles(ctx, [likerId, likedId])
  if (!liker || !liked) throw errors.userNotFound()

  const { place, people } = ctx.settings.current().settings
  if (!liker.place && place === 'required') throw errors.placeRequired()
  if (!liker.verified && people.verification === 'required') throw errors.verificationNeeded()
  await takeLike(ctx, liker, liked)
  const blank = newPair(likerId, likedId, Math.min(liker.epoch, liked.epoch))
  let asked: Promise<boolean> | undefined
  const pair = await changePair(ctx, blank, async (pair) => {
    if (!isVisible(liked, pair, likerId)) throw errors.userNotFound()
    const change = withLike(pair, toSummary(liker), toSummary(liked), new Date())
    if (change?.set.matchedAt) {
      asked ??= hasNewBlock(ctx, likerId, likedId)
      if (await asked) throw errors.userNotFound()
    }
    return change ?? withNextRev(pair)
  })
  return { likeCount: await countLikesNow(ctx, liked), isMatch: pair.matchedAt !== null }
}

/**
 * Asks chat for a block whose event may be on its way. False if chat does not respond: likes do not need chat (INV-11).
 */
async function hasNewBlock({ nats }: Ctx, a: number, b: number): Promise<boolean> {
  try {
    return (await request(nats, getBlockBetween, { userIds: membersOf(a, b) })).isBlocked
  } catch (error) {
    if (error instanceof AppError && error.status === 503) return false
    throw error
  }
}
