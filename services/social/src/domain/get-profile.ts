import { AppError } from '@zing/kit/errors'
import { errorMessages } from '@zing/proto/http/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { PublicProfile } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { countLikes } from './count-likes.ts'
import { findProfiles } from './find-profiles.ts'
import { isVisible } from './is-visible.ts'
import { toPublicProfile } from './to-public-profile.ts'

/**
 * A block in either direction gets the same response as an unknown user, and so do hidden users who have not liked the
 * viewer, and suspended ones who are no match.
 */
export async function getProfile(ctx: Ctx, viewerId: number, id: number): Promise<PublicProfile> {
  const [profile] = await findProfiles(ctx, [id])
  const pair = (await ctx.models.Pair.findById(pairKey(viewerId, id), { outbox: 0 }).lean()) ?? undefined
  if (!profile || !(id === viewerId || isVisible(profile, pair, viewerId)))
    throw new AppError(404, errorMessages.userNotFound)
  if (id !== viewerId) await ctx.profileQuota.use(viewerId, [id])
  return toPublicProfile(profile, pair, await countLikes(ctx, profile), viewerId)
}
