import { toBuffer } from '@zing/kit/mongo/to-buffer'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { BAN_RECORD_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { hashPhoto } from '../photos/photo-hash.ts'
import type { ImposedSanction } from './sanctions.ts'

type BannedUser = Pick<UserDocument, '_id' | 'usernameKey' | 'epoch'>
type Ban = Pick<ImposedSanction, 'userId' | 'decisionId' | 'at' | 'recognition'>

/**
 * Keeps by what a banned user is recognised for BAN_RECORD_MS: a digest of the username and hashes of the photos, from none
 * of which a photo or name can be made. The photos are those of the account and those that were reported; of an account that is
 * gone, null, there are only the latter. A repeated ban adds to the photos.
 */
export async function keepBanRecord(ctx: Ctx, user: BannedUser | null, ban: Ban): Promise<void> {
  const { userId: bannedUserId, decisionId, recognition } = ban
  const expiresAt = new Date(Date.parse(ban.at) + BAN_RECORD_MS)
  const usernameHash = user ? ctx.usernameHash(user.usernameKey) : recognition?.usernameHash
  if (!usernameHash || expiresAt <= new Date()) return
  const photoHashes = [...new Set([...(await hashPhotosOf(ctx, bannedUserId)), ...(recognition?.photoHashes ?? [])])]
  const epoch = user?.epoch ?? ctx.epoch.current()
  await ctx.models.BanRecord.updateOne(
    { _id: decisionId },
    {
      $setOnInsert: { bannedUserId, usernameHash, expiresAt, epoch },
      $addToSet: { photoHashes: { $each: photoHashes } },
    },
    { upsert: true },
  )
}

/** Keeps the records of the bans that hold: whoever deletes the account may be faster than the event of the ban is handled. */
export async function keepBanRecordsOf(ctx: Ctx, user: BannedUser & Pick<UserDocument, 'restrictions'>): Promise<void> {
  const bans = (user.restrictions ?? []).filter(({ until }) => !until)
  for (const { decisionId } of bans) {
    if (await ctx.models.BanRecord.exists({ _id: decisionId })) continue
    await keepBanRecord(ctx, user, { userId: user._id, decisionId, at: new Date().toISOString() })
  }
}

/** The ban was a mistake, or an appeal has ended it. */
export async function deleteBanRecord({ models }: Ctx, decisionId: number): Promise<void> {
  await models.BanRecord.deleteOne({ _id: decisionId })
  await models.BanMatch.deleteMany({ decisionId })
}

/** Hashes all stored photos of a user, also one that moderators have removed a moment ago. */
async function hashPhotosOf(ctx: Ctx, userId: number): Promise<string[]> {
  const stored = await ctx.models.Selfie.find({ userId, ...ofCurrentEpoch(ctx) }, { _id: 1 }).lean()
  return hashPhotos(
    ctx,
    stored.map(({ _id }) => _id),
  )
}

/** One photo after the other, so that only one is in memory. */
export async function hashPhotos(ctx: Ctx, versions: number[]): Promise<string[]> {
  const hashes: string[] = []
  for (const version of versions) {
    const photo = await ctx.models.Selfie.findById(version, { jpeg: 1 }).lean()
    const hash = photo && (await hashPhoto(toBuffer(photo.jpeg)))
    if (hash) hashes.push(hash)
  }
  return [...new Set(hashes)]
}
