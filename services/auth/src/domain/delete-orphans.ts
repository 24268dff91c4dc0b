import { paced } from '@zing/kit/pace'
import type { Ctx } from '../context.ts'

const SETTLED_MS = 60 * 60 * 1_000 // by then every change of a profile has happened or failed
const PAGE = 500

/** Deletes photos that no profile names, left by a crash or a late write, with rests. */
export async function deleteOrphans(ctx: Ctx): Promise<void> {
  let next: number | undefined = 0
  while (next !== undefined) {
    const after: number = next
    next = await paced(() => deleteUnshownPhotos(ctx, after))
  }
}

/** Photos that no profile names, of one page; returns where the next one starts. */
async function deleteUnshownPhotos({ models }: Ctx, after: number): Promise<number | undefined> {
  const settled = { $lt: new Date(Date.now() - SETTLED_MS) }
  const photos = await models.Selfie.find({ _id: { $gt: after }, createdAt: settled }, { userId: 1 })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean()
  const owners = await models.User.find(
    { _id: { $in: photos.map(({ userId }) => userId) } },
    { selfieVersion: 1 },
  ).lean()
  const shown = new Set(owners.map(({ selfieVersion }) => selfieVersion))
  const unshown = photos.map(({ _id }) => _id).filter((version) => !shown.has(version))
  if (unshown.length > 0) await models.Selfie.deleteMany({ _id: { $in: unshown } })
  return photos.at(-1)?._id
}
