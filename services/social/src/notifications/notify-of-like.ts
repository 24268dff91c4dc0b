import type { EventOf, likeCreated, likeRemoved } from '@zing/proto/nats/events'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { sidesOf } from '../pairs/pair-rules.ts'
import { toSummary } from '../profiles/to-public-profile.ts'
import { announce } from './announce.ts'
import { announcementOf } from './announcement.ts'

export async function notifyOfLike(ctx: Ctx, event: EventOf<typeof likeCreated>): Promise<void> {
  const { likedId, liker, isMatch, rev, epoch } = event
  if (isMatch) return // the match is announced
  const at = new Date(event.at)
  await announce(ctx, { userId: likedId, type: 'LIKE', about: liker, at, rev, epoch }, (rangAt) =>
    announcementOf({ kind: 'like', likedAt: [at], rangAt }),
  )
}

/** The like left by an ended match has no entry of its own, since the match was announced. */
export async function notifyOfRemainingLike(ctx: Ctx, event: EventOf<typeof likeRemoved>): Promise<void> {
  const { likerId: userId, likedId: aboutId, rev, epoch } = event
  const [pair, about] = await Promise.all([
    ctx.models.Pair.findById(pairKey(userId, aboutId), { outbox: 0 }).lean(),
    ctx.models.Profile.findById(aboutId).lean(),
  ])
  const at = pair?.matchedAt ? null : pair?.[sidesOf(pair, aboutId).mine]
  if (!at || !about) return
  await announce(ctx, { userId, type: 'LIKE', about: toSummary(about), at, rev, epoch }, (rangAt) =>
    announcementOf({ kind: 'remaining like', likedAt: [at], rangAt }),
  )
}
