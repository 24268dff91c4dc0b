import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { BAN_RECORD_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { bytesOfHash, hashPhoto } from '../photos/photo-hash.ts'
import type { TakenMeasure } from './measures.ts'

type BannedUser = Pick<UserDocument, '_id' | 'usernameKey' | 'epoch'>

/**
 * Keeps by what a banned user is recognised for BAN_RECORD_MS: a digest of the username and hashes of the photos, from none
 * of which a photo or name can be made. A repeated ban keeps the first record.
 */
export async function keepBanRecord(
  ctx: Ctx,
  { _id: bannedUserId, usernameKey, epoch }: BannedUser,
  { decisionId, at }: Pick<TakenMeasure, 'decisionId' | 'at'>,
): Promise<void> {
  const photoHashes = await hashPhotosOf(ctx, bannedUserId)
  const record = {
    bannedUserId,
    usernameHash: ctx.usernameHash(usernameKey),
    photoHashes,
    photoBytes: [...new Set(photoHashes.flatMap(bytesOfHash))],
    expiresAt: new Date(Date.parse(at) + BAN_RECORD_MS),
    epoch,
  }
  await ctx.models.BanRecord.updateOne({ _id: decisionId }, { $setOnInsert: record }, { upsert: true })
}

/** Keeps the records of the bans that hold: whoever deletes the account may be faster than the event of the ban is handled. */
export async function keepBanRecordsOf(ctx: Ctx, user: BannedUser & Pick<UserDocument, 'restrictions'>): Promise<void> {
  const bans = (user.restrictions ?? []).filter(({ until }) => !until)
  for (const { decisionId } of bans) {
    if (await ctx.models.BanRecord.exists({ _id: decisionId })) continue
    await keepBanRecord(ctx, user, { decisionId, at: new Date().toISOString() })
  }
}

/** The ban was a mistake, or an appeal has ended it. */
export async function deleteBanRecord({ models }: Ctx, decisionId: number): Promise<void> {
  await models.BanRecord.deleteOne({ _id: decisionId })
  await models.BanMatch.deleteMany({ decisionId })
}

/** One photo after the other, so that only one is in memory. */
async function hashPhotosOf(ctx: Ctx, userId: number): Promise<string[]> {
  const stored = await ctx.models.Selfie.find({ userId, ...ofCurrentEpoch(ctx) }, { _id: 1 }).lean()
  const hashes: string[] = []
  for (const { _id } of stored) {
    const photo = await ctx.models.Selfie.findById(_id, { jpeg: 1 }).lean()
    const hash = photo && (await hashPhoto(toBuffer(photo.jpeg)))
    if (hash) hashes.push(hash.hash)
  }
  return [...new Set(hashes)]
}
