import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getVisibility } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx, PhotoOwner } from '../context.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { isVeiled } from './photo-rules.ts'

/**
 * A browser shows a photo this long without asking again, also after its viewer has lost access (SEC-51).
 */
export const PHOTO_FRESH_SECONDS = 50

/** A viewer, and a user's photo. */
export interface Look {
  viewerId: number
  userId: number
  version: number
}

/** The place of a photo that a viewer may see. Others than its owner see the mosaic of a veiled one. */
export interface SeenPhoto {
  photoFolder?: string | null | undefined
  isMosaic: boolean
}

/**
 * Throws a 404 unless a profile shows the photo, no block exists, and the viewer may see the profile. Social decides if
 * the owner is hidden or suspended; 503 if it does not respond. 429 beyond the quota, which counts users, not photos.
 */
export async function requirePhotoAccess(ctx: Ctx, look: Look): Promise<SeenPhoto> {
  const { viewerId, userId, version } = look
  const { owner: readOwner, isBlocked: readBlock } = ctx.photoReads
  const [owner, isBlocked] = await Promise.all([readOwner(userId), readBlock(pairKey(viewerId, userId))])
  const isShown = owner?.selfieVersion === version || owner?.photos?.some((photo) => photo.version === version)
  if (!owner || !isShown || isBlocked || !(await isSeen(ctx, viewerId, owner))) throw errors.notFound()
  if (userId !== viewerId) await ctx.photoQuota.use(viewerId, [userId])
  return { photoFolder: owner.photoFolder, isMosaic: userId !== viewerId && isVeiled(owner, version) }
}

async function isSeen(ctx: Ctx, viewerId: number, owner: PhotoOwner): Promise<boolean> {
  const state = { hidden: owner.hidden ?? false, suspendedUntil: suspendedUntil(owner, new Date()) }
  const isShown = !state.hidden && !state.suspendedUntil
  if (isShown || owner._id === viewerId) return true
  const { isVisible } = await request(ctx.nats, getVisibility, { viewerId, userId: owner._id, ...state })
  return isVisible
}
