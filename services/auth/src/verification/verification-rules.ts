import { errors } from '@zing/proto/errors'
import { FRAMES_KEPT_MS, VERIFICATION_MS, VERIFICATIONS_PER_DAY } from '@zing/proto/limits'
import type { OwnVerification, RefusalReason } from '@zing/proto/moderation/verification'
import type { UserDocument } from '../models/user.ts'
import type { StoredVerification } from '../models/user-parts.ts'
import { photoVersionsOf } from '../photos/photo-rules.ts'

// The verification of an account, and its badge. All functions are pure.

const DAY_MS = 24 * 60 * 60 * 1_000
/** Pauses of the sweep and a slow run stay within FRAMES_KEPT_MS. */
const SWEEP_MS = 10 * 60 * 1_000

type Photos = Parameters<typeof photoVersionsOf>[0]
type Verified = Photos & Pick<UserDocument, 'verification' | 'verifiedPhotos'>

/** True while a moderator has compared the main photo. */
export function isVerified(user: Verified): boolean {
  const main = photoVersionsOf(user)[0]
  return main !== undefined && (user.verifiedPhotos ?? []).includes(main)
}

/** The verification that the user works on, or that waits. It ends by itself: its time passes, or the compared photo goes. */
export function openVerificationOf(user: Verified, now: Date): StoredVerification | null {
  const { verification } = user
  if (!verification?.until || verification.until <= now) return null
  if (verification.state === 'started') return verification
  const isShown = photoVersionsOf(user).includes(verification.photoVersion ?? 0)
  return verification.state === 'waiting' && isShown ? verification : null
}

/** The last verification as its user sees it; undefined without one. */
export function toOwnVerification(user: Verified, now: Date): OwnVerification | undefined {
  const open = openVerificationOf(user, now)
  if (open?.state === 'waiting') return { state: 'waiting' }
  if (open?.until) return { state: 'started', expiresAt: open.until.toISOString() }
  if (isVerified(user)) return { state: 'verified' }
  const { state, reason, text } = user.verification ?? {}
  if (state === 'refused') return { state, ...(reason && { reason }), ...(text && { text }) }
  return user.verifiedPhotos?.length ? { state: 'outdated' } : undefined
}

/** The account after its user has agreed and begun. The badge stays until a moderator decides. */
export function withStarted(user: UserDocument, id: number, now: Date): UserDocument {
  if (photoVersionsOf(user).length === 0) throw errors.noMainPhoto()
  if (openVerificationOf(user, now)?.state === 'waiting') throw errors.verificationWaits()
  requireTries(user, now)
  const until = endOfStarted(now)
  return { ...user, verification: { id, state: 'started', consentAt: now, until } }
}

/** The account after the last picture. Null if the verification waits already. */
export function withSent(user: UserDocument, id: number, now: Date): UserDocument | null {
  const open = openVerificationOf(user, now)
  if (open?.id !== id) throw errors.verificationGone()
  if (open.state === 'waiting') return null
  const [photoVersion] = photoVersionsOf(user)
  if (!photoVersion) throw errors.verificationGone() // the start says what is missing
  requireTries(user, now)
  const verificationsSent = [...sentToday(user, now), now.getTime()]
  const until = endOfFrames(open.consentAt)
  return {
    ...user,
    verificationsSent,
    verification: { ...open, state: 'waiting', until, sentAt: now, photoVersion },
  }
}

/** The account after a moderator's decision, the only way to a badge. It counts for the compared photo, and ends an older one. */
export function withVerdict(user: UserDocument, { id, decision, reason, text }: Verdict, now: Date): UserDocument {
  const open = openVerificationOf(user, now)
  if (open?.id !== id || open.state !== 'waiting') throw errors.verificationDecided()
  const { consentAt, sentAt, photoVersion } = open
  const decided = { id, consentAt, ...(sentAt && { sentAt }), decidedAt: now }
  if (decision === 'verify')
    return {
      ...user,
      verification: { ...decided, state: 'verified' },
      verifiedPhotos: photoVersion ? [photoVersion] : [],
    }
  const words = { ...(reason && { reason }), ...(text && { text }) }
  return { ...user, verification: { ...decided, state: 'refused', ...words }, verifiedPhotos: null }
}

interface Verdict {
  id: number
  decision: 'verify' | 'refuse'
  reason?: RefusalReason
  text?: string
}

/** The account without consent; null if there was none. Tries still count, or a withdrawal would give them back. */
export function withoutVerification(user: UserDocument): UserDocument | null {
  if (!user.verification && !user.verifiedPhotos) return null
  return { ...user, verification: null, verifiedPhotos: null }
}

/** The times of a day's sent verifications. */
export function sentToday({ verificationsSent }: Pick<UserDocument, 'verificationsSent'>, now: Date): number[] {
  return (verificationsSent ?? []).filter((at) => now.getTime() - at < DAY_MS)
}

function requireTries(user: UserDocument, now: Date): void {
  const sent = sentToday(user, now)
  const [oldest] = sent
  if (!oldest || sent.length < VERIFICATIONS_PER_DAY) return
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest + DAY_MS - now.getTime()) / 1_000))
  throw errors.tooManyVerifications({ retryAfterSeconds })
}

/** The end of a verification whose poses are missing. A sent one is kept longer. */
export function endOfStarted(now: Date): Date {
  return new Date(now.getTime() + VERIFICATION_MS)
}

/** When the pictures of a verification are deleted at the latest. No picture is older than the consent. */
export function endOfFrames(consentAt: Date): Date {
  return new Date(consentAt.getTime() + FRAMES_KEPT_MS - SWEEP_MS)
}
