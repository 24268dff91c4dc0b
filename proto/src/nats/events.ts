import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { DecisionAction, DecisionReason, ProfileText, Removal } from '../moderation/decisions.ts'
import { Recognition } from '../moderation/recognition.ts'
import { AccountChangePayload, Notification, VerificationPayload } from '../notifications.ts'
import { pairKey } from '../pair-key.ts'
import type { ProcessName } from '../processes.ts'
import { AnnouncedProfile, UserSummary } from '../profiles/users.ts'

export const EVENTS_STREAM = 'EVENTS'
export const EVENTS_SUBJECTS = 'evt.>'

/** Something that happened, published by its owner on `evt.<entity>.<past-tense>`. */
export interface EventContract<Payload extends z.ZodMiniObject = z.ZodMiniObject> {
  /** The only process that may publish it. */
  owner: ProcessName
  subject: string
  payload: Payload
  /**
   * The entity of an event. Consumers handle the events of one entity in order, and different entities concurrently.
   */
  key(payload: z.output<Payload>): string
}

/** The fields that every event carries besides its payload. */
export const EventEnvelope = z.object({
  /** Unique; also the Nats-Msg-Id. */
  id: z.uuid(),
  /** Reset generation. Consumers drop events of an older one. */
  epoch: z.int(),
  at: isoTime,
  /** Revision of the entity, which rises with each change. Only a newer revision may change a replica. */
  rev: z.int(),
})
export type EventEnvelope = z.infer<typeof EventEnvelope>
export type EventOf<E> = E extends EventContract<infer P> ? z.output<P> & EventEnvelope : never

function event<P extends z.ZodMiniObject>(
  owner: ProcessName,
  subject: string,
  payload: P,
  key: EventContract<P>['key'],
): EventContract<P> {
  return { owner, subject, payload, key }
}

const userId = z.int()
/** Smaller id first. */
const twoUserIds = z.tuple([userId, userId])

/**
 * False for a like or match too soon after an announced one. Lists and replicas change, but nobody is notified (R41).
 */
const isAnnounced = z.boolean()

function ofUser(id: number): string {
  return `user:${id}`
}

function ofPair(a: number, b: number): string {
  return `pair:${pairKey(a, b)}`
}

export const userRegistered = event(
  'auth',
  'evt.user.registered',
  z.object({ profile: AnnouncedProfile }),
  ({ profile }) => ofUser(profile.id),
)
export const userUpdated = event('auth', 'evt.user.updated', z.object({ profile: AnnouncedProfile }), ({ profile }) =>
  ofUser(profile.id),
)

/** A browser has signed in to the account for the first time. Unknown names are null. */
export const deviceAdded = event(
  'auth',
  'evt.device.added',
  z.object({ userId, browser: z.nullable(z.string()), system: z.nullable(z.string()) }),
  (payload) => ofUser(payload.userId),
)
/** The ways to sign in to an account have changed: its user is notified. */
export const accountChanged = event(
  'auth',
  'evt.account.changed',
  z.object({ userId, ...AccountChangePayload.shape }),
  (payload) => ofUser(payload.userId),
)
/** A moderator has decided about a member's verification: social notifies. */
export const verificationDecided = event(
  'auth',
  'evt.verification.decided',
  z.object({ userId, verificationId: z.int(), ...VerificationPayload.shape }),
  (payload) => ofUser(payload.userId),
)
/** An account was deleted: every service erases the user's data permanently. */
export const userDeleted = event('auth', 'evt.user.deleted', z.object({ userId }), ({ userId }) => ofUser(userId))

export const likeCreated = event(
  'social',
  'evt.like.created',
  z.object({
    likerId: userId,
    likedId: userId,
    liker: UserSummary,
    /** The like completed a match: matchCreated follows. */
    isMatch: z.boolean(),
  }),
  ({ likerId, likedId }) => ofPair(likerId, likedId),
)
export const likeRemoved = event(
  'social',
  'evt.like.removed',
  z.object({ likerId: userId, likedId: userId }),
  ({ likerId, likedId }) => ofPair(likerId, likedId),
)

export const matchCreated = event(
  'social',
  'evt.match.created',
  z.object({ userIds: twoUserIds, people: z.tuple([UserSummary, UserSummary]), matchedAt: isoTime, isAnnounced }),
  ({ userIds }) => ofPair(...userIds),
)
export const matchEnded = event('social', 'evt.match.ended', z.object({ userIds: twoUserIds }), ({ userIds }) =>
  ofPair(...userIds),
)

export const notificationCreated = event(
  'social',
  'evt.notification.created',
  z.object({ userId, notification: Notification, unread: z.int(), isAnnounced }),
  ({ userId }) => ofUser(userId),
)

export const blockCreated = event(
  'chat',
  'evt.block.created',
  z.object({ blockerId: userId, blockedId: userId }),
  ({ blockerId, blockedId }) => ofPair(blockerId, blockedId),
)
/** The blocker has ended the block. `rev` counts the blocks and their ends by this blocker, in both events. */
export const blockRemoved = event(
  'chat',
  'evt.block.removed',
  z.object({ blockerId: userId, blockedId: userId }),
  ({ blockerId, blockedId }) => ofPair(blockerId, blockedId),
)

const sanction = {
  userId,
  decisionId: z.int(),
  action: DecisionAction,
  reason: DecisionReason,
  /** The moderator's words for the user. */
  text: z.nullable(z.string()),
  /** The text that `remove-text` replaces. */
  field: z.nullable(ProfileText),
  /** The decision that `uphold` keeps. */
  appealedId: z.exactOptional(z.int()),
  /** The photo that `remove-photo` removes; absent for the current selfie, if no evidence has its version. */
  photoVersion: z.exactOptional(z.int()),
  /**
   * SHA-256 of `comparedText` of the text in the evidence, in hexadecimal digits. `remove-text` removes no other text.
   */
  textDigest: z.exactOptional(z.string()),
}

/**
 * Moderators have imposed a sanction. Auth applies it to the account. Social notifies, except of removals. A dismissal
 * has no event.
 */
export const sanctionImposed = event(
  'admin',
  'evt.sanction.imposed',
  z.object({
    ...sanction,
    /** End of a suspension. Null for one without end, for a ban, and for actions without an end. */
    until: z.nullable(isoTime),
    /**
     * Present for a ban: the account's features at the time of the report. The account may have changed since, or be
     * deleted.
     */
    recognition: z.exactOptional(Recognition),
  }),
  (imposed) => ofUser(imposed.userId),
)
/** A decision has removed a photo or text that its owner had not replaced before: social notifies. */
export const contentRemoved = event(
  'auth',
  'evt.content.removed',
  z.object({ userId, decisionId: z.int(), action: Removal, reason: DecisionReason, text: z.nullable(z.string()) }),
  (removed) => ofUser(removed.userId),
)
/**
 * An admin has undone a decision, or an appeal has succeeded. `action` and `decisionId` belong to the lifted decision.
 */
export const sanctionLifted = event('admin', 'evt.sanction.lifted', z.object(sanction), (lifted) =>
  ofUser(lifted.userId),
)
/**
 * A case with reports by two users or with a severe report is open, perhaps again after an undone decision. The user is
 * trusted less until `caseClosed`. `rev` is the revision of the case.
 */
export const caseOpened = event('admin', 'evt.case.opened', z.object({ userId, caseId: z.int() }), (opened) =>
  ofUser(opened.userId),
)
export const caseClosed = event(
  'admin',
  'evt.case.closed',
  z.object({
    userId,
    caseId: z.int(),
    /** Photos that `reportPhoto` has flagged: a moderator has looked at them, so that others may see them. */
    clearedPhotos: z.exactOptional(z.array(z.int())),
  }),
  (closed) => ofUser(closed.userId),
)
/** A user's appeal against this suspension or ban is open: new, or again after an undo. */
export const appealCreated = event('admin', 'evt.appeal.created', z.object({ userId, decisionId: z.int() }), (appeal) =>
  ofUser(appeal.userId),
)
