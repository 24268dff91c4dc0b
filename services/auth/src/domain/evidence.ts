import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import {
  type getPhotoPart,
  type getProfileEvidence,
  PHOTO_PART_BYTES,
  type RpcInput,
  type RpcResult,
} from '@zing/proto/nats/rpc'
import type { Ctx } from '../context.ts'
import { toBuffer } from '../models/to-buffer.ts'

/** What moderators see of a reported account. */
export async function profileEvidence(ctx: Ctx, userId: number): Promise<RpcResult<typeof getProfileEvidence>> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (!user) return null
  const { name, age, gender, orientation, username, createdAt, selfieVersion } = user
  return {
    profile: { name, age, gender, orientation, username, createdAt: createdAt.toISOString() },
    photoVersion: selfieVersion,
  }
}

/** Part of the photo that the user shows; null once it is replaced. */
export async function photoPart(
  ctx: Ctx,
  { userId, version, offset }: RpcInput<typeof getPhotoPart>,
): Promise<RpcResult<typeof getPhotoPart>> {
  const [isShown, selfie] = await Promise.all([
    ctx.models.User.exists({ _id: userId, selfieVersion: version, ...ofCurrentEpoch(ctx) }),
    ctx.models.Selfie.findById(version, { jpeg: 1 }).lean(),
  ])
  if (!isShown || !selfie) return null
  const jpeg = toBuffer(selfie.jpeg)
  return { part: jpeg.subarray(offset, offset + PHOTO_PART_BYTES).toString('base64'), totalBytes: jpeg.length }
}
