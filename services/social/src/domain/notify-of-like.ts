import type { EventOf, likeCreated } from '@zing/proto/nats/facts'
import type { Ctx } from '../context.ts'
import { keepCount } from './count-likes.ts'
import { notify } from './notify.ts'

/** One notification per ordered pair, also when the like is taken back and given again. */
export async function notifyOfLike(
  ctx: Ctx,
  { likerId, likedId, liker, at }: EventOf<typeof likeCreated>,
): Promise<void> {
  await notify(ctx, { userId: likedId, type: 'LIKE', about: liker, cause: `like:${likerId}`, at: new Date(at) })
  await keepCount(ctx, likedId)
}
