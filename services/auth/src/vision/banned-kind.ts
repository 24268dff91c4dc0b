import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { Ctx } from '../context.ts'
import type { PictureKind } from './named-picture.ts'
import { readPhoto } from './read-photo.ts'

/** A photo of a banned user, whose face recognises them when they come back. */
export const bannedKind: PictureKind = {
  async read(ctx, { userId, number: version }) {
    return (await isWanted(ctx, userId)) ? readPhoto(ctx, { userId, version }) : null
  },
  async note(ctx, { userId: bannedUserId }, { face }) {
    if (!face || !(await isWanted(ctx, bannedUserId))) return
    await ctx.models.BanRecord.updateMany({ bannedUserId, ...ofCurrentEpoch(ctx) }, { $addToSet: { faces: face } })
  },
}

/** False once the ban is lifted, or the community does not keep faces any more. */
async function isWanted(ctx: Ctx, bannedUserId: number): Promise<boolean> {
  if (!ctx.settings.current().settings.people.bannedFaces) return false
  return (await ctx.models.BanRecord.exists({ bannedUserId, ...ofCurrentEpoch(ctx) })) !== null
}
