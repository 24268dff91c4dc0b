import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { PublicProfile } from '@zing/proto/users'
import type { Ctx } from '../context.ts'
import { countLikes } from './count-likes.ts'
import { findProfiles } from './find-profiles.ts'
import { sidesOf } from './pair-rules.ts'
import { toPublicProfile } from './to-public-profile.ts'

/** A block in either direction gets the same response as an unknown user, and so do hidden users who have not liked the viewer. */
export async function getProfile(ctx: Ctx, viewerId: number, id: number): Promise<PublicProfile> {
  const [profile] = await findProfiles(ctx, [id])
  const pair = (await ctx.models.Pair.findById(pairKey(viewerId, id), { outbox: 0 }).lean()) ?? undefined
  const isHidden = profile?.hidden && id !== viewerId && !pair?.[sidesOf(pair, viewerId).theirs]
  if (!profile || pair?.blocked || isHidden) throw new AppError(404, messages.userNotFound)
  if (id !== viewerId) await ctx.profileQuota.use(viewerId, [id])
  return toPublicProfile(profile, pair, await countLikes(ctx, profile), viewerId)
}
