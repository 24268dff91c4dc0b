import { request } from '@zing/kit/nats/rpc'
import { AppError, errors } from '@zing/proto/errors'
import type { EvidenceMessage, EvidenceProfile } from '@zing/proto/moderation/evidence'
import type { Recognition } from '@zing/proto/moderation/recognition'
import { getPhotoPart, getProfileEvidence } from '@zing/proto/nats/rpc/auth'
import { getMediaPart, getMessageEvidence } from '@zing/proto/nats/rpc/chat'
import { membersOf } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

export interface Taken {
  takenAt: Date
  profile: EvidenceProfile
  /** The selfie. */
  photo: Buffer | null
  /** Version of the selfie; 0 without a selfie. */
  selfieVersion: number
  otherPhotos: TakenPhoto[]
  messages: EvidenceMessage[]
  /** The photos and recordings of marked messages. */
  media: TakenMedia[]
  recognition: Recognition
}

interface TakenMedia {
  id: number
  mimeType: string
  bytes: Buffer
}

interface TakenPhoto {
  version: number
  jpeg: Buffer
}

/** Attempts while the owner replaces photos. */
const MAX_ATTEMPTS = 3
/** A photo has at most 1,600 pixels a side; more is a fault. */
const MAX_BYTES = 8 * 1024 * 1024

/**
 * Requests the current profile, photos and messages from auth and chat; the reporter only marks messages. Stores
 * nothing.
 */
export async function takeEvidence(
  ctx: Ctx,
  { reporterId, userId, marked }: { reporterId: number; userId: number; marked: number[] },
): Promise<Taken> {
  const takenAt = new Date()
  const userIds = membersOf(reporterId, userId)
  const [account, { messages }] = await Promise.all([
    takeAccount(ctx, userId),
    request(ctx.nats, getMessageEvidence, { userIds, marked }),
  ])
  return { takenAt, ...account, messages, media: await fetchMedia(ctx, userIds, messages) }
}

/** Requests profile and photos from auth; 404 for a user who is gone. */
export async function takeAccount(ctx: Ctx, userId: number): Promise<Omit<Taken, 'takenAt' | 'messages' | 'media'>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const account = await request(ctx.nats, getProfileEvidence, { userId })
    if (!account) throw errors.userNotFound()
    const { profile, photoVersion, photoVersions, recognition } = account
    const versions = [...(photoVersion ? [photoVersion] : []), ...photoVersions]
    const photos = await fetchPhotos(ctx, userId, versions)
    if (!photos) continue
    const isSelfie = ({ version }: TakenPhoto) => version === photoVersion
    const otherPhotos = photos.filter((photo) => !isSelfie(photo))
    const photo = photos.find(isSelfie)?.jpeg ?? null
    return { profile, photo, selfieVersion: photoVersion, otherPhotos, recognition }
  }
  throw errors.busy()
}

/** Turns the 404 for a user who is gone into null. */
export function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null
  throw error
}

/**
 * Fetches photos one after another: a process holds the parts of one photo at a time. Null if the owner has replaced
 * one.
 */
async function fetchPhotos(ctx: Ctx, userId: number, versions: number[]): Promise<TakenPhoto[] | null> {
  const photos: TakenPhoto[] = []
  for (const version of versions) {
    const jpeg = await fetchPhoto(ctx, userId, version)
    if (!jpeg) return null
    photos.push({ version, jpeg })
  }
  return photos
}

/** Fetches media one after another, like photos. Leaves out those whose message was deleted meanwhile. */
async function fetchMedia(ctx: Ctx, userIds: [number, number], messages: EvidenceMessage[]): Promise<TakenMedia[]> {
  const media: TakenMedia[] = []
  for (const id of messages.flatMap((message) => message.media?.id ?? [])) {
    let mimeType = ''
    const bytes = await fetchParts(async (offset) => {
      const result = await request(ctx.nats, getMediaPart, { userIds, mediaId: id, offset })
      mimeType = result?.mimeType ?? ''
      return result
    })
    if (bytes) media.push({ id, mimeType, bytes })
  }
  return media
}

/** Fetches a photo; null if the owner has replaced it. */
export function fetchPhoto(ctx: Ctx, userId: number, version: number): Promise<Buffer | null> {
  return fetchParts((offset) => request(ctx.nats, getPhotoPart, { userId, version, offset }))
}

/** Fetches bytes in parts that fit a NATS message; null if a part is gone. */
export async function fetchParts(
  fetchPart: (offset: number) => Promise<{ part: string; totalBytes: number } | null>,
): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let offset = 0
  for (let totalBytes = 1; offset < Math.min(totalBytes, MAX_BYTES); ) {
    const result = await fetchPart(offset)
    if (!result) return null
    const part = Buffer.from(result.part, 'base64')
    if (part.length === 0) break
    parts.push(part)
    offset += part.length
    totalBytes = result.totalBytes
  }
  return Buffer.concat(parts)
}

/** The fields about the account in a stored report. */
export function aboutAccount({ takenAt: createdAt, selfieVersion, recognition }: Taken) {
  return { createdAt, selfieVersion, recognition }
}
