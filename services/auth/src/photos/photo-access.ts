import { request } from '@zing/kit/nats/rpc'
import { errors } from '@zing/proto/errors'
import { getVisibility } from '@zing/proto/nats/rpc/social'
import { pairKey } from '@zing/proto/pair-key'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { suspendedUntil } from '../moderation/suspension.ts'
import { whoShows } from './photos.ts'

// Whoever may not see a photo any more sees it for LOOK_MS and PHOTO_FRESH_SECONDS at most: less than a minute together.

/** How long a browser shows a photo without asking again. */
export const PHOTO_FRESH_SECONDS = 20
/** How long a client that holds a photo is told so without another look at the database. */
export const LOOK_MS = 30_000
const LOOKS_MAX = 20_000 // about 4 MB

/** A viewer, and the photo of a user. */
export interface Look {
  viewerId: number
  userId: number
  version: number
}

export function createPhotoLooks(): Ctx['photoLooks'] {
  return new LRUCache({ max: LOOKS_MAX })
}

/** As `requirePhotoAccess`, for bytes that the viewer has: an answer of a moment ago serves again. */
export async function requireRecentAccess(ctx: Ctx, look: Look): Promise<void> {
  const allowedAt = ctx.photoLooks.get(keyOf(look)) ?? 0
  if (Date.now() - allowedAt >= LOOK_MS) await requirePhotoAccess(ctx, look)
}

/**
 * Throws a 404 unless a profile shows the photo, no block is between the two, and the viewer sees the profile, if its owner is
 * hidden or suspended: 503 if social does not say so. 429 beyond the quota, in which all photos of one user count once.
 */
export async function requirePhotoAccess(ctx: Ctx, look: Look): Promise<void> {
  const { viewerId, userId, version } = look
  const { HiddenPair, User } = ctx.models
  const askedAt = Date.now()
  const [owner, isBlocked] = await Promise.all([
    User.findOne(whoShows(ctx, userId, version), { hidden: 1, 'restrictions.until': 1 }).lean<Owner>(),
    HiddenPair.exists({ _id: pairKey(viewerId, userId) }),
  ])
  if (!owner || isBlocked || !(await isSeen(ctx, viewerId, owner))) throw errors.notFound()
  if (userId !== viewerId) await ctx.photoQuota.use(viewerId, [userId])
  ctx.photoLooks.set(keyOf(look), askedAt)
}

type Owner = Pick<UserDocument, '_id' | 'hidden' | 'restrictions'>

async function isSeen(ctx: Ctx, viewerId: number, owner: Owner): Promise<boolean> {
  const state = { hidden: owner.hidden ?? false, suspendedUntil: suspendedUntil(owner, new Date()) }
  const isShown = !state.hidden && !state.suspendedUntil
  if (isShown || owner._id === viewerId) return true
  const { isVisible } = await request(ctx.nats, getVisibility, { viewerId, userId: owner._id, ...state })
  return isVisible
}

function keyOf({ viewerId, userId, version }: Look): string {
  return `${viewerId}:${userId}:${version}`
}
