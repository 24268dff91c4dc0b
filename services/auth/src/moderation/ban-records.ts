import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { BAN_RECORD_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { hashPhoto } from '../photos/photo-hash.ts'
import { getJpeg } from '../photos/stored-jpegs.ts'
import { askAboutPicture } from '../vision/ask-about-picture.ts'
import type { ImposedSanction } from './sanctions.ts'

type BannedUser = Pick<UserDocument, '_id' | 'usernameKey' | 'epoch'>
type Ban = Pick<ImposedSanction, 'userId' | 'decisionId' | 'at' | 'recognition'>

/**
 * Keeps the data that recognises a banned user for BAN_RECORD_MS. Username and photos are stored as digest and hashes,
 * from which nobody can restore them. The hashes cover the account's photos and the reported ones. `user` is null for a
 * deleted account: then only the reported ones remain. A repeated ban adds photos. Faces follow once vision has seen them, where
 * the community keeps them.
 */
export async function keepBanRecord(ctx: Ctx, user: BannedUser | null, ban: Ban): Promise<void> {
  const { userId: bannedUserId, decisionId, recognition } = ban
  const expiresAt = new Date(Date.parse(ban.at) + BAN_RECORD_MS)
  const usernameHash = user ? ctx.usernameHash(user.usernameKey) : recognition?.usernameHash
  if (!usernameHash || expiresAt <= new Date()) return
  const versions = await storedVersionsOf(ctx, bannedUserId)
  const photoHashes = [
    ...new Set([...(await hashPhotos(ctx, bannedUserId, versions)), ...(recognition?.photoHashes ?? [])]),
  ]
  const epoch = user?.epoch ?? ctx.epoch.current()
  await ctx.models.BanRecord.updateOne(
    { _id: decisionId },
    {
      $setOnInsert: { bannedUserId, usernameHash, expiresAt, epoch },
      $addToSet: { photoHashes: { $each: photoHashes } },
    },
    { upsert: true },
  )
  if (!ctx.settings.current().settings.people.bannedFaces) return
  for (const number of versions)
    await askAboutPicture(ctx, { kind: 'banned', userId: bannedUserId, number }, { face: true })
}

/** Keeps the records of active bans: a deletion may come before auth has handled the event of the ban. */
export async function keepBanRecordsOf(ctx: Ctx, user: BannedUser & Pick<UserDocument, 'restrictions'>): Promise<void> {
  const bans = (user.restrictions ?? []).filter(({ until }) => !until)
  for (const { decisionId } of bans) {
    if (await ctx.models.BanRecord.exists({ _id: decisionId })) continue
    await keepBanRecord(ctx, user, { userId: user._id, decisionId, at: new Date().toISOString() })
  }
}

/** Called when the ban was a mistake or an appeal ended it. */
export async function deleteBanRecord({ models }: Ctx, decisionId: number): Promise<void> {
  await models.BanRecord.deleteOne({ _id: decisionId })
  await models.BanMatch.deleteMany({ decisionId })
}

/** All stored photos of a user, including recently removed ones. */
async function storedVersionsOf(ctx: Ctx, userId: number): Promise<number[]> {
  const stored = await ctx.models.Selfie.find({ userId, ...ofCurrentEpoch(ctx) }, { _id: 1 }).lean()
  return stored.map(({ _id }) => _id)
}

/** Reads photos one by one, so that only one is in memory. */
export async function hashPhotos(ctx: Ctx, userId: number, versions: number[]): Promise<string[]> {
  const hashes: string[] = []
  for (const version of versions) {
    const photo = await getJpeg(ctx, { userId, version })
    const hash = photo && (await hashPhoto(photo))
    if (hash) hashes.push(hash)
  }
  return [...new Set(hashes)]
}
