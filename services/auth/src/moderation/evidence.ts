import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { type getPhotoPart, type getProfileEvidence, PHOTO_PART_BYTES } from '@zing/proto/nats/rpc/auth'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import { toEvidenceProfile } from '../accounts/to-user.ts'
import type { Ctx } from '../context.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'
import { isPhotoShown } from '../photos/photos.ts'
import { getJpeg } from '../photos/stored-jpegs.ts'
import { hashPhotos } from './ban-records.ts'

/** The profile of a reported account, as moderators see it. */
export async function profileEvidence(ctx: Ctx, userId: number): Promise<RpcResult<typeof getProfileEvidence>> {
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, { outbox: 0 }).lean()
  if (!user) return null
  return {
    profile: toEvidenceProfile(user, ctx.settings.current().settings),
    photoVersion: user.selfieVersion,
    photoVersions: photoVersionsOf({ ...user, selfieVersion: 0 }),
    recognition: {
      usernameHash: ctx.usernameHash(user.usernameKey),
      photoHashes: await hashPhotos(ctx, userId, photoVersionsOf(user)),
    },
  }
}

/** A part of a photo that the profile shows; null once it is replaced or removed. */
export async function photoPart(
  ctx: Ctx,
  { userId, version, offset }: RpcInput<typeof getPhotoPart>,
): Promise<RpcResult<typeof getPhotoPart>> {
  const [isShown, jpeg] = await Promise.all([isPhotoShown(ctx, userId, version), getJpeg(ctx, { userId, version })])
  if (!isShown || !jpeg) return null
  return { part: jpeg.subarray(offset, offset + PHOTO_PART_BYTES).toString('base64'), totalBytes: jpeg.length }
}
