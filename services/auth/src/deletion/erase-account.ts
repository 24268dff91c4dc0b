import { eraseUsage } from '@zing/kit/mongo/daily-quota'
import { broadcast } from '@zing/kit/nats/broadcast'
import { eraseDeadLetters } from '@zing/kit/nats/dead-letters'
import { erasures } from '@zing/kit/observability/metrics'
import { accountDeleted } from '@zing/proto/nats/broadcasts'
import { textNamesUser } from '@zing/proto/profiles/names-user'
import type { Model } from 'mongoose'
import type { Ctx } from '../context.ts'
import { deleteWithSeat } from '../door/seats.ts'
import type { Models } from '../models/models.ts'
import { deletePhotos } from '../photos/photos.ts'
import { endOtherSessions } from '../sessions/sessions.ts'
import { deletePictures } from '../verification/frames.ts'

/**
 * Erases all data of a deleted account except its tombstone. Safe to repeat. While the store of photos is away, these are left
 * to the sweep. Returns the ids of the ended sessions.
 */
export async function eraseAccount(ctx: Ctx, userId: number): Promise<string[]> {
  const { User, HiddenPair, DailyUsage } = ctx.models
  const isFirst = await deleteWithSeat(ctx, userId) // first: without the account auth serves no photo and no login
  const ended = await endOtherSessions(ctx, { userId, sid: null }, 'account deleted')
  broadcast(ctx.nats, accountDeleted, { userId })
  await Promise.all([
    ...ownedModels(ctx.models).map((model) => model.deleteMany({ userId })),
    HiddenPair.deleteMany({ _id: { $regex: `^${userId}:|:${userId}$` } }),
    eraseUsage(DailyUsage, userId),
    eraseDeadLetters(User.db, (text) => textNamesUser(text, userId)),
  ])
  await deleteAllPictures(ctx, userId).catch((err) => ctx.log.warn({ err, userId }, 'photos not erased yet'))
  if (!isFirst) return ended // an earlier call erased it
  erasures.inc()
  ctx.log.info({ userId }, 'account erased')
  return ended
}

/** Deletes the photos and the pictures of a verification, whose blobs may be in a bucket that is away. */
export async function deleteAllPictures(ctx: Ctx, userId: number): Promise<void> {
  await deletePhotos(ctx, { userId })
  await deletePictures(ctx, { userId })
}

// biome-ignore lint/suspicious/noExplicitAny: models of any shape
type AnyModel = Model<any, any, any, any, any>

/** The models with one owner per document, such as sessions. A new model of this kind is included by its `userId`. */
function ownedModels({ Selfie: _photos, Verification: _pictures, ...models }: Models): AnyModel[] {
  return Object.values<AnyModel>(models).filter(({ schema }) => schema.path('userId') !== undefined)
}
