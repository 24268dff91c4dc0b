import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import type { ProcessName } from '../processes.ts'

/** A core NATS message to every subscribed process; it may be lost. */
export interface Broadcast<Payload extends z.ZodMiniType = z.ZodMiniType> {
  subject: string
  payload: Payload
  publishers: readonly ProcessName[]
  subscribers: readonly ProcessName[]
}
export type BroadcastOf<B> = B extends Broadcast<infer P> ? z.output<P> : never

/**
 * Ended sessions. Caches drop them, chat closes their sockets, social forgets their devices. `null` means all sessions,
 * after a reset.
 */
export const sessionsRevoked = {
  subject: 'ctl.session.revoked',
  payload: z.object({ sids: z.nullable(z.array(z.string())) }),
  publishers: ['auth'],
  subscribers: ['gateway', 'social', 'chat', 'admin'],
} satisfies Broadcast

/**
 * Users were admitted, or sent back to the queue: what the gateway remembers about their sessions is out of date. With
 * `isPending` it also ends their sockets.
 */
export const sessionsChanged = {
  subject: 'ctl.session.changed',
  payload: z.object({ sids: z.array(z.string()), isPending: z.boolean() }),
  publishers: ['auth'],
  subscribers: ['gateway'],
} satisfies Broadcast

/** An account was deleted. Event consumers get `userDeleted` instead, which cannot be lost. */
export const accountDeleted = {
  subject: 'ctl.user.deleted',
  payload: z.object({ userId: z.int() }),
  publishers: ['auth'],
  subscribers: ['admin'],
} satisfies Broadcast

/** Matches that ended with the account of `userId`, for the partners' sockets. Social no longer lists them. */
export const matchesEnded = {
  subject: 'ctl.matches.ended',
  payload: z.object({ userId: z.int(), partnerIds: z.array(z.int()) }),
  publishers: ['social'],
  subscribers: ['chat'],
} satisfies Broadcast

/** A process of this service has reached a reset's epoch; its other processes follow. */
export const epochRaised = {
  subject: 'ctl.epoch.raised',
  payload: z.object({ service: z.string(), epoch: z.int() }),
  publishers: ['auth', 'social', 'chat'],
  subscribers: ['auth', 'social', 'chat'],
} satisfies Broadcast

/** A user has read notifications, for the sockets of the user's other tabs. `ids: null` means all. */
export const notificationsRead = {
  subject: 'ctl.notifications.read',
  payload: z.object({ userId: z.int(), ids: z.nullable(z.array(z.int())), readAt: isoTime }),
  publishers: ['social'],
  subscribers: ['chat'],
} satisfies Broadcast

/** A user has cleared all notifications. */
export const notificationsCleared = {
  subject: 'ctl.notifications.cleared',
  payload: z.object({ userId: z.int() }),
  publishers: ['social'],
  subscribers: ['chat'],
} satisfies Broadcast

/** A user has ended a block, so the sockets of both users may get frames about the other again. */
export const blockEnded = {
  subject: 'ctl.block.ended',
  payload: z.object({ blockerId: z.int(), blockedId: z.int() }),
  publishers: ['chat'],
  subscribers: ['chat'],
} satisfies Broadcast

/** A process has NATS again. Pushes to and from it, or its broadcasts to tabs, were lost, so all clients refetch. */
export const pushRestored = {
  subject: 'ctl.push.restored',
  payload: z.object({}),
  publishers: ['social', 'chat'],
  subscribers: ['chat'],
} satisfies Broadcast

/**
 * Announces a chat process, so that others publish their pushes, and lists its online users. Each list replaces the
 * earlier one.
 */
export const chatPresence = {
  subject: 'ctl.push.presence',
  payload: z.object({
    process: z.string(),
    /** All users whom matches may see online. Absent in a greeting, which other processes answer with their lists. */
    online: z.exactOptional(z.array(z.int())),
    /** The process knew no other process and has not published its pushes. False while it waits for answers. */
    isAlone: z.boolean(),
    /** The process is stopping. */
    isLast: z.boolean(),
  }),
  publishers: ['chat'],
  subscribers: ['chat'],
} satisfies Broadcast

/** Frames between chat processes. */
export const PUSH_SUBJECTS = 'push.*'

/** The subject of frames for the sockets of one user. */
export function pushSubject(userId: number): string {
  return `push.${userId}`
}
