import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { Notification, PersonCard, Profile } from '../people.ts'

/** The JetStream stream that holds every fact. */
export const FACTS_STREAM = 'EVENTS'
export const FACTS_SUBJECTS = 'evt.>'

/** What happened, told once by its owner: `evt.<entity>.<past-tense>`. */
export interface Fact<Payload extends z.ZodMiniObject = z.ZodMiniObject> {
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

function fact<P extends z.ZodMiniObject>(subject: string, payload: P): Fact<P> {
  return { subject, payload }
}

const userId = z.int()
/** Smaller id first. */
const twoUserIds = z.tuple([userId, userId])

export const userRegistered = fact('evt.user.registered', z.object({ profile: Profile }))
export const userUpdated = fact('evt.user.updated', z.object({ profile: Profile }))

export const likeCreated = fact(
  'evt.like.created',
  z.object({
    likerId: userId,
    likedId: userId,
    liker: PersonCard,
    /** It answered another like: matchCreated follows. */
    isMatch: z._default(z.boolean(), false),
  }),
)
export const likeRemoved = fact('evt.like.removed', z.object({ likerId: userId, likedId: userId }))

export const matchCreated = fact(
  'evt.match.created',
  z.object({ userIds: twoUserIds, people: z.tuple([PersonCard, PersonCard]), matchedAt: isoTime }),
)
export const matchEnded = fact('evt.match.ended', z.object({ userIds: twoUserIds }))

export const notificationCreated = fact(
  'evt.notification.created',
  z.object({ userId, notification: Notification, unread: z.int() }),
)

export const blockCreated = fact('evt.block.created', z.object({ blockerId: userId, blockedId: userId }))
