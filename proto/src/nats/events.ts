import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { Notification, PersonCard, Profile } from '../users.ts'
import type { ProcessName } from './processes.ts'

/** The JetStream stream that holds every fact. */
export const FACTS_STREAM = 'EVENTS'
export const FACTS_SUBJECTS = 'evt.>'

/** What happened, told once by its owner: `evt.<entity>.<past-tense>`. */
export interface Fact<Payload extends z.ZodMiniObject = z.ZodMiniObject> {
  /** The only one who may announce it. */
  owner: ProcessName
  subject: string
  payload: Payload
}

/** What every event carries besides its payload. */
export const FactEnvelope = z.object({
  /** Unique; also the Nats-Msg-Id. */
  id: z.uuid(),
  /** Raised by a reset: events of an older epoch are dropped. */
  epoch: z.int(),
  at: isoTime,
  /** Of the entity, rising with each of its changes: only a newer one may change a copy. */
  rev: z.int(),
})
export type FactEnvelope = z.infer<typeof FactEnvelope>
export type EventOf<F> = F extends Fact<infer P> ? z.output<P> & FactEnvelope : never

function fact<P extends z.ZodMiniObject>(owner: ProcessName, subject: string, payload: P): Fact<P> {
  return { owner, subject, payload }
}

const userId = z.int()
/** Smaller id first. */
const twoUserIds = z.tuple([userId, userId])

export const userRegistered = fact('auth', 'evt.user.registered', z.object({ profile: Profile }))
export const userUpdated = fact('auth', 'evt.user.updated', z.object({ profile: Profile }))

export const likeCreated = fact(
  'social',
  'evt.like.created',
  z.object({
    likerId: userId,
    likedId: userId,
    liker: PersonCard,
    /** It answered another like: matchCreated follows. */
    isMatch: z._default(z.boolean(), false),
  }),
)
export const likeRemoved = fact('social', 'evt.like.removed', z.object({ likerId: userId, likedId: userId }))

export const matchCreated = fact(
  'social',
  'evt.match.created',
  z.object({ userIds: twoUserIds, people: z.tuple([PersonCard, PersonCard]), matchedAt: isoTime }),
)
export const matchEnded = fact('social', 'evt.match.ended', z.object({ userIds: twoUserIds }))

export const notificationCreated = fact(
  'social',
  'evt.notification.created',
  z.object({ userId, notification: Notification, unread: z.int() }),
)

export const blockCreated = fact('chat', 'evt.block.created', z.object({ blockerId: userId, blockedId: userId }))
