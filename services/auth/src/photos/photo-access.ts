import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getVisibility } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { BLOCKED } from './hide-pair.ts'
import { whoShows } from './photos.ts'

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

/**
 * Returns the owner. Throws a 404 unless a profile shows the photo, no block exists, and the viewer may see the profile. Social decides if
 * the owner is hidden or suspended; 503 if it does not respond. 429 beyond the quota, which counts users, not photos.
 */
export async function requirePhotoAccess(ctx: Ctx, look: Look): Promise<Owner> {
  const { viewerId, userId, version } = look
  const { HiddenPair, User } = ctx.models
  const [owner, isBlocked] = await Promise.all([
    User.findOne(whoShows(ctx, userId, version), shownFields).lean<Owner>(),
    HiddenPair.exists({ _id: pairKey(viewerId, userId), ...BLOCKED }),
  ])
  if (!owner || isBlocked || !(await isSeen(ctx, viewerId, owner))) throw errors.notFound()
  if (userId !== viewerId) await ctx.photoQuota.use(viewerId, [userId])
  return owner
}

type Owner = Pick<UserDocument, '_id' | 'hidden' | 'status' | 'restrictions' | 'photoFolder'>
const shownFields = { hidden: 1, status: 1, 'restrictions.until': 1, photoFolder: 1 } as const

async function isSeen(ctx: Ctx, viewerId: number, owner: Owner): Promise<boolean> {
  const state = { hidden: owner.hidden ?? false, suspendedUntil: suspendedUntil(owner, new Date()) }
  const isShown = !state.hidden && !state.suspendedUntil
  if (isShown || owner._id === viewerId) return true
  const { isVisible } = await request(ctx.nats, getVisibility, { viewerId, userId: owner._id, ...state })
  return isVisible
}
