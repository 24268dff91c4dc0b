import { createHash } from 'node:crypto'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { requireVerification } from '@zing/kit/verification'
import { toJpeg, within, withUpright } from '@zing/media/photos/encode'
import type { QueryOf, ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { addFrame as contract } from '@zing/proto/http/verification'
import type { Pose } from '@zing/proto/vision/poses'
import { changeUser } from '../accounts/change-user.ts'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import type { VerificationDocument } from '../models/verification.ts'
import { photoQueue } from '../photos/photo-queue.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'
import { askAboutPicture } from '../vision/ask-about-picture.ts'
import { frameKeyOf, frameOf, missingPoses } from './frames.ts'
import { frameNumberOf } from './see-pictures.ts'
import { endOfFrames, openVerificationOf, withSent } from './verification-rules.ts'

const FRAME_PIXELS_PER_SIDE = 800
const MAX_PIXELS = 25_000_000
/** Pictures that a user may take again for one verification. */
const UPLOADS_MAX = 20

interface Frame {
  id: number
  pose: QueryOf<typeof contract>['pose']
  file: Buffer | undefined
}

/** Stores the picture of a pose, and sends the verification with the last one. The same bytes count once for a pose. */
export async function addFrame(ctx: Ctx, userId: number, frame: Frame): Promise<ResponseOf<typeof contract>> {
  requireVerification(ctx)
  const { id, file } = frame
  if (!file) throw errors.invalidImage()
  const digest = createHash('sha256').update(file).digest('base64url')
  const before = await findPictures(ctx, userId, id)
  const pictures = isKnown(before, frame, digest)
    ? before
    : await storeFrame(ctx, before, { pose: poseOf(before, frame), file, digest })
  const missing = missingPoses(pictures)
  if (missing.length === 0) await sendVerification(ctx, pictures)
  return { missing }
}

/** Finds the pictures of an open verification; 404 for any other. */
async function findPictures(ctx: Ctx, userId: number, id: number): Promise<VerificationDocument> {
  const open = openVerificationOf(await getUser(ctx, userId), new Date())
  const pictures = await ctx.models.Verification.findOne({ _id: id, userId }).lean<VerificationDocument>()
  if (open?.id !== id || !pictures) throw errors.verificationGone()
  return pictures
}

function isKnown({ uploads, stored }: VerificationDocument, { pose }: Frame, digest: string): boolean {
  return stored.includes(digest) && uploads.some((one) => one.digest === digest && (!pose || one.pose === pose))
}

function poseOf(pictures: VerificationDocument, { pose = missingPoses(pictures)[0] }: Frame): Pose {
  if (!pose || missingPoses(pictures).length === 0) throw errors.verificationGone() // it has been sent
  if (!pictures.poses.includes(pose)) throw errors.invalidRequest()
  return pose
}

interface NamedFrame {
  pose: Pose
  file: Buffer
  digest: string
}

/** The document names the blob before it exists, so that a deletion finds it. */
async function storeFrame(
  ctx: Ctx,
  { _id, userId, key }: VerificationDocument,
  { pose, file, digest }: NamedFrame,
): Promise<VerificationDocument> {
  const { Verification } = ctx.models
  const encode = () => withUpright(file, MAX_PIXELS, (upright) => toJpeg(upright, within(FRAME_PIXELS_PER_SIDE)))
  const jpeg = await photoQueue.run('profile', encode, { owner: userId })
  ensureInTime()
  const hasRoom = { _id, userId, [`uploads.${UPLOADS_MAX - 1}`]: { $exists: false } }
  const named = await Verification.updateOne(hasRoom, { $push: { uploads: { pose, digest } } })
  if (named.matchedCount === 0) throw errors.verificationGone()
  const blobKey = frameKeyOf({ key }, digest)
  await ctx.blobs.put(blobKey, jpeg)
  const stored = await Verification.findOneAndUpdate(
    { _id, userId },
    { $addToSet: { stored: digest }, $unset: { [`seen.frames.${pose}`]: 1 } },
    { returnDocument: 'after' },
  ).lean<VerificationDocument>()
  if (stored) return stored
  await ctx.blobs.remove([blobKey]) // withdrawn meanwhile
  throw errors.verificationGone()
}

/** Hands the verification to the moderators. Vision is asked before, so that a crash in between loses no question. */
async function sendVerification(ctx: Ctx, pictures: VerificationDocument): Promise<void> {
  const { _id: id, userId, poses } = pictures
  const now = new Date()
  const user = await getUser(ctx, userId)
  if (!withSent(user, id, now)) return // by an earlier call
  const consentAt = user.verification?.consentAt ?? now
  await ctx.models.Verification.updateOne({ _id: id, userId }, { $max: { expiresAt: endOfFrames(consentAt) } })
  for (const pose of poses.filter((one) => frameOf(pictures, one))) {
    const number = frameNumberOf(id, poses.indexOf(pose))
    await askAboutPicture(ctx, { kind: 'frame', userId, number }, { face: true, pose })
  }
  const [photoVersion = 0] = photoVersionsOf(user)
  await askAboutPicture(ctx, { kind: 'main', userId, number: photoVersion }, { face: true })
  await changeUser(ctx, userId, (before) => withSent(before, id, now))
}
