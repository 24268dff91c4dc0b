import { changeUser } from '../accounts/change-user.ts'
import type { Ctx } from '../context.ts'
import { noteSimilarFace } from '../moderation/ban-matches.ts'
import { isPhotoShown } from '../photos/photos.ts'
import { withVeil } from '../photos/veils.ts'
import type { NamedPicture, PictureKind } from './named-picture.ts'
import { readPhoto } from './read-photo.ts'

/** After this time the change of the profile that brings the photo has succeeded or failed. */
const SHOWN_MS = 60_000

/** A photo of a profile. */
export const photoKind: PictureKind = {
  async read(ctx, { userId, number: version }) {
    const photo = await ctx.models.Selfie.findOne({ _id: version, userId }, { createdAt: 1 }).lean()
    if (!photo) return null
    if (await isPhotoShown(ctx, userId, version)) return readPhoto(ctx, { userId, version })
    return Date.now() - photo.createdAt.getTime() < SHOWN_MS ? 'later' : null
  },
  async note(ctx, picture, { nakedness, face }) {
    if (nakedness !== undefined) await veilNaked(ctx, picture, nakedness)
    if (face) await noteSimilarFace(ctx, { _id: picture.userId, epoch: ctx.epoch.current() }, face)
  },
}

/** Nothing else happens to the user: a model only says what a moderator shall look at. */
async function veilNaked(ctx: Ctx, { userId, number: version }: NamedPicture, nakedness: number): Promise<void> {
  const { nakednessFrom } = ctx.settings.current().settings.people
  const isShown = await isPhotoShown(ctx, userId, version)
  if (!isShown || nakednessFrom === null || nakedness * 100 < nakednessFrom) return
  await changeUser(ctx, userId, (before) => withVeil(before, { version, nakedness }))
  ctx.photoReports.soon()
}
