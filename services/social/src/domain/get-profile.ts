import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import type { FeedUser } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { countLikes } from './count-likes.ts'
import { findPeople } from './find-profiles.ts'
import { pairId } from './pair-rules.ts'
import { toFeedUser } from './to-public-profile.ts'

/** One person as the viewer sees them; a block in either direction looks like nobody. */
export async function getPerson(ctx: Ctx, viewerId: number, id: number): Promise<FeedUser> {
  const [person] = await findPeople(ctx, [id])
  const pair = (await ctx.models.Pair.findById(pairId(viewerId, id), { outbox: 0 }).lean()) ?? undefined
  if (!person || pair?.blocked) throw new AppError(404, messages.userNotFound)
  return toFeedUser(person, pair, await countLikes(ctx, person), viewerId)
}
