import { deleteUnnamed } from '@zing/blobs/delete-unnamed'
import { paced } from '@zing/kit/timing/pace'
import type { Ctx } from '../context.ts'
import { isKept } from '../moderation/removed-content.ts'
import { photoVersionsOf } from './photo-rules.ts'
import { deletePhotos } from './photos.ts'

const MIN_ORPHAN_AGE_MS = 60 * 60 * 1_000 // by then every change of a profile has succeeded or failed
const PAGE = 500

/** Deletes photos that no profile shows, and blobs without a photo, left by a crash or a late write. Pauses between pages. */
export async function deleteOrphans(ctx: Ctx): Promise<void> {
  let next: number | undefined = 0
  while (next !== undefined) {
    const after: number = next
    next = await paced(() => deleteUnshownPhotos(ctx, after))
  }
  await deleteUnnamed(ctx.blobs, new Date(Date.now() - MIN_ORPHAN_AGE_MS), async (versions) => {
    const [photos, pictures] = await Promise.all([
      ctx.models.Selfie.find({ _id: { $in: versions } }, { _id: 1 }).lean(),
      ctx.models.Verification.find({ _id: { $in: versions } }, { _id: 1 }).lean(),
    ])
    return [...photos, ...pictures].map(({ _id }) => _id)
  })
}

/** Checks one page for photos that no profile shows and no undo can restore. Returns the start of the next page. */
async function deleteUnshownPhotos(ctx: Ctx, after: number): Promise<number | undefined> {
  const { models } = ctx
  const isOld = { $lt: new Date(Date.now() - MIN_ORPHAN_AGE_MS) }
  const photos = await models.Selfie.find({ _id: { $gt: after }, createdAt: isOld }, { userId: 1 })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean()
  const owners = await models.User.find(
    { _id: { $in: photos.map(({ userId }) => userId) } },
    { selfieVersion: 1, photos: 1, removedPhotos: 1 },
  ).lean()
  const mayComeBack = new Date(Date.now() - MIN_ORPHAN_AGE_MS) // allows for undos that auth is handling now
  const kept = new Set(
    owners.flatMap((owner) => [
      ...photoVersionsOf(owner),
      ...(owner.removedPhotos ?? []).flatMap((removed) => (isKept(removed, mayComeBack) ? [removed.version] : [])),
    ]),
  )
  const unshown = photos.filter(({ _id }) => !kept.has(_id))
  const [ids, userIds] = [unshown.map(({ _id }) => _id), unshown.map(({ userId }) => userId)]
  if (unshown.length > 0) await deletePhotos(ctx, { _id: { $in: ids }, userId: { $in: userIds } })
  return photos.at(-1)?._id
}
