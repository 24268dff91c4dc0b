import { errors } from '@zing/proto/errors'
import { pairKey } from '@zing/proto/pair-key'
import type { PublicProfile } from '@zing/proto/profiles/users'
import type { Ctx } from '../context.ts'
import { findProfiles } from './find-profiles.ts'
import { isVisible } from './is-visible.ts'
import { readerOf } from './reader-of.ts'
import { toPublicProfile } from './to-public-profile.ts'

/** A user whom the viewer does not see looks unknown, whether blocked in either direction or hidden. */
export async function getProfile(ctx: Ctx, viewerId: number, id: number): Promise<PublicProfile> {
  const [profile, viewer] = await findProfiles(ctx, [id, viewerId])
  const pair = (await ctx.reads.pair(pairKey(viewerId, id))) ?? undefined
  if (!profile || !isVisible(profile, pair, viewerId)) throw errors.userNotFound()
  if (id !== viewerId) await ctx.profileQuota.use(viewerId, [id])
  return toPublicProfile(profile, pair, await ctx.reads.likeCount(profile), readerOf(ctx, viewerId, viewer))
}
