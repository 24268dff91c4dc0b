import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { request } from '@zing/kit/nats/rpc'
import { type Repeated, repeat } from '@zing/kit/timing/repeat'
import { AppError } from '@zing/proto/errors'
import { reportPhoto } from '@zing/proto/nats/rpc/admin'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import type { Veil } from '../models/user-parts.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'

const EVERY_MS = 1_000
const IDLE_MS = 30_000
/** Includes the time in which admin fetches the photos in parts and stores them. */
const REPORT_MS = 5_000
const BATCH = 10

type Owner = Pick<UserDocument, '_id' | 'epoch' | 'veils' | 'selfieVersion' | 'selfiePlace' | 'photos'>
const ownerFields = { epoch: 1, veils: 1, selfieVersion: 1, selfiePlace: 1, photos: 1 } as const

/** Shows veiled photos to moderators, and retries until admin has them. */
export function startPhotoReports(contextOf: () => Ctx): Pick<Repeated, 'soon' | 'stop'> {
  return repeat(() => sendPhotoReports(contextOf()), {
    everyMs: EVERY_MS,
    idleMs: IDLE_MS,
    onFailure: (err) => contextOf().log.warn({ err }, 'veiled photo not reported, will be retried'),
  })
}

/** Tries each report once, in batches. Returns false if none are left, or if all wait for a moderator. */
async function sendPhotoReports(ctx: Ctx): Promise<boolean> {
  let hasSent = false
  for (let after = 0, isLast = false; !isLast; ) {
    const unsent = { _id: { $gt: after }, 'veils.isReported': false, ...ofCurrentEpoch(ctx) }
    const owners = await ctx.models.User.find(unsent, ownerFields).sort({ _id: 1 }).limit(BATCH).lean<Owner[]>()
    for (const owner of owners)
      for (const veil of owner.veils ?? []) if (!veil.isReported) hasSent = (await send(ctx, owner, veil)) || hasSent
    after = owners.at(-1)?._id ?? after
    isLast = owners.length < BATCH
  }
  return hasSent
}

/** A photo that the profile no longer shows needs no moderator. */
async function send(ctx: Ctx, owner: Owner, { version, nakedness }: Veil): Promise<boolean> {
  const { _id: userId, epoch } = owner
  const isShown = photoVersionsOf(owner).includes(version)
  if (isShown && !(await isTaken(ctx, { userId, photoVersion: version, nakedness, epoch }))) return false
  const veil = { _id: userId, 'veils.version': version }
  await ctx.models.User.updateOne(veil, { $set: { 'veils.$.isReported': true } })
  return true
}

/** False while the user's case holds as many photos as a moderator shall look at together. */
async function isTaken(ctx: Ctx, photo: Parameters<typeof request<typeof reportPhoto>>[2]): Promise<boolean> {
  try {
    await request(ctx.nats, reportPhoto, photo, REPORT_MS)
    return true
  } catch (error) {
    if (error instanceof AppError && error.status === 409) return false
    throw error
  }
}
