import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PHOTO_PART_BYTES } from '@zing/proto/nats/rpc/auth'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { getVerificationPart } from '@zing/proto/nats/rpc/verifications'
import type { Ctx } from '../context.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'
import { getJpeg } from '../photos/stored-jpegs.ts'
import { readFrame } from './see-pictures.ts'
import { openVerificationOf } from './verification-rules.ts'

interface Waiting {
  userId: number
  photoVersion: number
}

/** Finds the verification that waits with this id; null for any other. */
export async function findWaiting(ctx: Ctx, id: number): Promise<Waiting | null> {
  const pictures = await ctx.models.Verification.findOne({ _id: id }, { userId: 1 }).lean()
  if (!pictures) return null
  const wanted = { _id: pictures.userId, ...ofCurrentEpoch(ctx) }
  const user = await ctx.models.User.findOne(wanted, withoutOwnWrites).lean<UserDocument>()
  const open = user && openVerificationOf(user, new Date())
  if (open?.id !== id || open.state !== 'waiting' || !open.photoVersion) return null
  return { userId: pictures.userId, photoVersion: open.photoVersion }
}

/** A part of a picture that a moderator compares. */
export async function verificationPart(
  ctx: Ctx,
  { id, name, offset }: RpcInput<typeof getVerificationPart>,
): Promise<RpcResult<typeof getVerificationPart>> {
  const waiting = await findWaiting(ctx, id)
  if (!waiting) return null
  const { userId, photoVersion: version } = waiting
  const jpeg = name === 'photo' ? await getJpeg(ctx, { userId, version }) : await readFrame(ctx, id, Number(name))
  if (!jpeg) return null
  return { part: jpeg.subarray(offset, offset + PHOTO_PART_BYTES).toString('base64'), totalBytes: jpeg.length }
}
