import { AppError } from '@zing/kit/errors'
import { request } from '@zing/kit/nats/rpc'
import { messages } from '@zing/proto/http/errors'
import type { EvidenceMessage, EvidenceProfile } from '@zing/proto/moderation'
import { getMessageEvidence, getPhotoPart, getProfileEvidence } from '@zing/proto/nats/rpc'
import { membersOf } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

export interface Taken {
  takenAt: Date
  profile: EvidenceProfile
  photo: Buffer | null
  messages: EvidenceMessage[]
}

/** Attempts for a photo that its owner replaces meanwhile. */
const MAX_ATTEMPTS = 3
/** A photo is a JPEG of at most 1080 x 1080 pixels; more is a fault. */
const MAX_PHOTO_BYTES = 8 * 1024 * 1024

/** Asks auth and chat for what a report is about, as it is now; the reporter only marks messages. Stores nothing. */
export async function takeEvidence(
  ctx: Ctx,
  { reporterId, userId, marked }: { reporterId: number; userId: number; marked: number[] },
): Promise<Taken> {
  const takenAt = new Date()
  const [account, conversation] = await Promise.all([
    takeAccount(ctx, userId),
    request(ctx.nats, getMessageEvidence, { userIds: membersOf(reporterId, userId), marked }),
  ])
  return { takenAt, ...account, messages: conversation.messages }
}

async function takeAccount(ctx: Ctx, userId: number): Promise<Pick<Taken, 'profile' | 'photo'>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const account = await request(ctx.nats, getProfileEvidence, { userId })
    if (!account) throw new AppError(404, messages.userNotFound)
    const { profile, photoVersion } = account
    if (photoVersion === 0) return { profile, photo: null }
    const photo = await fetchPhoto(ctx, userId, photoVersion)
    if (photo) return { profile, photo }
  }
  throw new AppError(503, messages.busy)
}

/** Fetches a photo in parts that fit a message of NATS; null if it was replaced. */
async function fetchPhoto(ctx: Ctx, userId: number, version: number): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let offset = 0
  for (let totalBytes = 1; offset < Math.min(totalBytes, MAX_PHOTO_BYTES); ) {
    const result = await request(ctx.nats, getPhotoPart, { userId, version, offset })
    if (!result) return null
    const part = Buffer.from(result.part, 'base64')
    if (part.length === 0) break
    parts.push(part)
    offset += part.length
    totalBytes = result.totalBytes
  }
  return Buffer.concat(parts)
}
