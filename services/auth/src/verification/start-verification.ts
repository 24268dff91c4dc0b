import { randomInt } from 'node:crypto'
import { newBriefKey } from '@zing/blobs/key'
import { undoIfRefused } from '@zing/kit/errors'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { requireVerification } from '@zing/kit/verification'
import type { ResponseOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { startVerification as contract } from '@zing/proto/http/verification'
import { POSES, POSES_ASKED, type Pose } from '@zing/proto/vision/poses'
import { changeUser } from '../accounts/change-user.ts'
import { getUser } from '../accounts/get-user.ts'
import { isWaiting } from '../applications/status.ts'
import type { Ctx } from '../context.ts'
import type { VerificationDocument } from '../models/verification.ts'
import { restrictionOf } from '../moderation/suspension.ts'
import { endPictures } from './frames.ts'
import { endOfStarted, withStarted } from './verification-rules.ts'

/** Begins a verification of a user who has agreed. It replaces a begun one. */
export async function startVerification(ctx: Ctx, userId: number): Promise<ResponseOf<typeof contract>> {
  requireVerification(ctx)
  const user = await getUser(ctx, userId)
  const now = new Date()
  if (isWaiting(user)) throw errors.pending()
  if (restrictionOf(user, now)) throw errors.notAllowed()
  const id = await ctx.verificationIds.next()
  withStarted(user, id, now) // saves the work; the write to the account decides

  const pictures: VerificationDocument = {
    _id: id,
    userId,
    poses: randomPoses(),
    key: `${newBriefKey()}/${id}`,
    uploads: [],
    stored: [],
    seen: {},
    expiresAt: endOfStarted(now),
    epoch: user.epoch,
  }
  ensureInTime()
  await ctx.models.Verification.create(pictures)
  await undoIfRefused(
    () => changeUser(ctx, userId, (before) => withStarted(before, id, now)),
    () => ctx.models.Verification.deleteOne({ _id: id }),
  )
  await endPictures(ctx, userId, id)
  return { id, poses: pictures.poses, expiresAt: pictures.expiresAt.toISOString() }
}

/** Nobody can prepare pictures of poses that are not known before. */
function randomPoses(): Pose[] {
  const left: Pose[] = [...POSES]
  return Array.from({ length: POSES_ASKED }, () => left.splice(randomInt(left.length), 1)).flat()
}
