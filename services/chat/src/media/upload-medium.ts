import { newKey } from '@zing/blobs/key'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { AppError, errors } from '@zing/proto/errors'
import type { MediaKind } from '@zing/proto/messages'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Looks, Medium } from '../models/medium.ts'
import { type BlobName, blobKeyOf, blobKeysOf, type Content } from './content.ts'
import { isOn, requireMaySend } from './may-send.ts'
import { readContent } from './read-content.ts'
import { withNakedness } from './with-nakedness.ts'

/** An upload as its address names it. */
export interface Upload {
  kind: MediaKind
  clientMessageId: string
  receiverId: number
  peaks?: string | undefined
}

type Ready = Medium & { looks: Looks }

/** Decides about an upload before its bytes are read, and names it. A repeated one is not counted again. */
export async function admitUpload(ctx: Ctx, senderId: number, upload: Upload): Promise<void> {
  const { kind, receiverId } = upload
  if (!isOn(ctx, kind)) throw errors.featureOff()
  if (receiverId === senderId) throw errors.ownMessage()
  await requireMaySend(ctx, senderId, upload)
  if (await findUpload(ctx, senderId, upload)) return
  const _id = await ctx.mediaIds.next()
  await ctx.countMedium(senderId, kind, _id)
  ensureInTime()
  const named = { ...nameOf(senderId, upload), receiverId, kind, key: `${newKey()}/${_id}` }
  const medium: Medium = { _id, ...named, createdAt: new Date(), isSent: false, epoch: ctx.epoch.current() }
  await ctx.models.raw.media.insertOne(medium).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error // a concurrent upload of the same
  })
}

/** Stores the bytes of an admitted upload. A repeated one returns the stored medium. */
export async function storeUpload(
  ctx: Ctx,
  senderId: number,
  upload: Upload,
  file: Buffer | undefined,
): Promise<Ready> {
  const medium = await findUpload(ctx, senderId, upload)
  if (!medium) throw errors.unavailable() // erased or swept since it was admitted
  if (isReady(medium)) return medium.unsentAt ? revive(ctx, medium) : medium

  const content = await readContent(medium, file, upload.peaks).catch(async (error: unknown) => {
    const isRefused = error instanceof AppError && error.status === 400
    if (isRefused) await forget(ctx, medium) // another file is another upload, which counts
    throw error
  })
  for (const [name, bytes] of Object.entries(content.blobs))
    await ctx.blobs.put(blobKeyOf(medium, name as BlobName), bytes)
  return complete(ctx, medium, await withNakedness(ctx, content))
}

function isReady(medium: Medium): medium is Ready {
  return medium.looks !== undefined
}

function nameOf(senderId: number, { receiverId, clientMessageId }: Upload) {
  return { conv: pairKey(senderId, receiverId), senderId, clientMessageId: clientMessageId.toLowerCase() }
}

async function findUpload(ctx: Ctx, senderId: number, upload: Upload): Promise<Medium | null> {
  const medium = await ctx.models.raw.media.findOne(nameOf(senderId, upload))
  if (medium && medium.kind !== upload.kind) throw errors.invalidMedia()
  if (medium?.isDeleted) throw errors.unavailable() // the sweep is about to take it away
  return medium
}

/** A sweep has found no message of the medium. It looks at it anew now, as at a new one. */
async function revive({ models }: Ctx, medium: Ready): Promise<Ready> {
  const { _id, conv } = medium
  const revived = await models.raw.media.findOneAndUpdate(
    { _id, conv, isDeleted: { $exists: false } },
    { $unset: { unsentAt: '' }, $set: { createdAt: new Date() } },
    { returnDocument: 'after' },
  )
  if (!revived) throw errors.unavailable()
  return { ...medium, ...revived }
}

/** A document that an erasure has taken away meanwhile leaves no blobs. */
async function complete(ctx: Ctx, medium: Medium, { looks, unseen, mimeType, blobs }: Content): Promise<Ready> {
  const { _id, conv } = medium
  const bytes = Object.values(blobs).reduce((sum, { length }) => sum + length, 0)
  const { matchedCount } = await ctx.models.raw.media.updateOne(
    { _id, conv, isDeleted: { $exists: false } },
    { $set: { looks, ...(unseen && { unseen }), mimeType, bytes, createdAt: new Date() }, $unset: { unsentAt: '' } },
  )
  if (unseen) ctx.lateLooks.soon()
  if (matchedCount === 1) return { ...medium, looks, mimeType }
  await ctx.blobs.remove(blobKeysOf([medium]))
  throw errors.unavailable()
}

/** Takes away a medium without blobs. A repeated call may have stored some meanwhile. */
async function forget({ models }: Ctx, { _id, conv }: Medium): Promise<void> {
  await models.raw.media.deleteOne({ _id, conv, looks: { $exists: false } })
}
