import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import type { BanSign } from '@zing/proto/moderation/cases'
import { likenessOf } from '@zing/proto/vision/likeness'
import type { FaceDescriptor } from '@zing/proto/vision/seen-picture'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { hashOrigins, similarTo } from '../photos/photo-hash.ts'

/** From this likeness on moderators look whether the two are one person, see `npm run vision:evasion`. */
export const BANNED_LIKENESS = 0.7

type Account = Pick<UserDocument, '_id' | 'epoch'>

/**
 * Records, before the photo is stored, that it resembles a banned user's photo, so that moderators look at the account.
 * Nothing is refused: people look alike, and the user must not learn how photos are recognised.
 */
export async function noteSimilarPhoto(ctx: Ctx, account: Account, jpeg: Buffer): Promise<void> {
  const origins = await hashOrigins(jpeg)
  if (origins.length === 0) return
  const isOrigin = similarTo(origins)
  const records = ctx.models.BanRecord.find(othersThan(ctx, account), { photoHashes: 1 }).lean().cursor()
  for await (const { _id, photoHashes } of records)
    if (photoHashes.some(isOrigin)) await noteMatch(ctx, account, { decisionId: _id, sign: 'photo' })
}

/**
 * Records that the face in a photo resembles a banned user's, so that moderators compare the two. The descriptor of the face is
 * not stored.
 */
export async function noteSimilarFace(ctx: Ctx, account: Account, face: FaceDescriptor): Promise<void> {
  const isAlike = (known: FaceDescriptor) => (likenessOf(face, known) ?? 0) >= BANNED_LIKENESS
  const kept = { 'faces.0': { $exists: true }, ...othersThan(ctx, account) }
  const records = ctx.models.BanRecord.find(kept, { faces: 1 }).lean().cursor()
  for await (const { _id, faces } of records)
    if (faces?.some(isAlike)) await noteMatch(ctx, account, { decisionId: _id, sign: 'face' })
}

/** Records that a new account takes a banned user's username, which the deletion of that account freed. */
export async function noteBannedUsername(ctx: Ctx, account: Account & { usernameKey: string }): Promise<void> {
  const usernameHash = ctx.usernameHash(account.usernameKey)
  const records = await ctx.models.BanRecord.find({ usernameHash, ...othersThan(ctx, account) }, { _id: 1 }).lean()
  for (const { _id } of records) await noteMatch(ctx, account, { decisionId: _id, sign: 'username' })
}

/** After a refused registration there is nothing to report. Matches that this fails to delete expire. */
export async function forgetMatches({ models, log }: Ctx, userId: number): Promise<void> {
  await models.BanMatch.deleteMany({ userId }).catch((err) => log.warn({ err, userId }, 'ban matches not deleted'))
}

/** MongoDB may delete expired records a little later. */
function othersThan(ctx: Ctx, { _id }: Account) {
  return { bannedUserId: { $ne: _id }, expiresAt: { $gt: new Date() }, ...ofCurrentEpoch(ctx) }
}

async function noteMatch(
  ctx: Ctx,
  { _id: userId, epoch }: Account,
  { decisionId, sign }: { decisionId: number; sign: BanSign },
): Promise<void> {
  const match = { userId, decisionId, sign, at: new Date(), epoch }
  const matchId = `${userId}:${decisionId}:${sign}`
  await ctx.models.BanMatch.updateOne({ _id: matchId }, { $setOnInsert: match }, { upsert: true })
  logSecurityEvent(ctx.log, 'authz_change', { userId, change: 'ban match', sign, decisionId })
  ctx.banMatches.soon()
}
