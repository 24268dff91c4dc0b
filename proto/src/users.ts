import { z } from 'zod/mini'
import { isoTime, selfiePathOrNull } from './fields.ts'

const profileFields = {
  id: z.int(),
  name: z.string(),
  age: z.int(),
  gender: z.string(),
  orientation: z.string(),
  selfie: selfiePathOrNull,
  createdAt: isoTime,
}

/** Own account of the signed-in user; no other user gets it. */
export const User = z.object({
  ...profileFields,
  username: z.string(),
  /** Off the feed, by the user's own wish. */
  hidden: z.boolean(),
})
export type User = z.infer<typeof User>

/** Role of a user with more rights than usual, an optional claim of the internal token; unknown roles are ignored. */
export const Role = z.enum(['admin'])
export type Role = z.infer<typeof Role>

/** A profile as the services exchange it; processes of before it existed do not know `hidden`. */
export const ReplicatedProfile = z.object({ ...profileFields, hidden: z.exactOptional(z.boolean()) })
export type ReplicatedProfile = z.infer<typeof ReplicatedProfile>

/** Summary of a user for notifications, match overlays and pushes. */
export const UserSummary = z.object({ id: z.int(), name: z.string(), selfie: selfiePathOrNull })
export type UserSummary = z.infer<typeof UserSummary>

/** Profile of a user as the caller sees it; `hasLiked` and `isMatch` are about the caller. */
export const PublicProfile = z.object({
  ...profileFields,
  likeCount: z.int(),
  hasLiked: z.boolean(),
  isMatch: z.boolean(),
})
export type PublicProfile = z.infer<typeof PublicProfile>

export const Match = z.extend(PublicProfile, { matchedAt: isoTime })
export type Match = z.infer<typeof Match>

/** The user whom a notification is about. */
const UserSummaryPayload = z.object({ userId: z.int(), name: z.string(), selfie: selfiePathOrNull })
/** The browser that has signed in, by known names; null for others. */
const DevicePayload = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) })

export const NOTIFICATION_TYPES = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK', 'NEW_DEVICE'] as const
type NotificationType = (typeof NOTIFICATION_TYPES)[number]
/** The types that every client shows; one that shows others names them when it asks for the list. */
export const FIRST_NOTIFICATION_TYPES: readonly NotificationType[] = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK']

function notification<T extends NotificationType, P extends z.ZodMiniObject>(type: T, payload: P) {
  return z.object({ id: z.int(), type: z.literal(type), payload, createdAt: isoTime, readAt: z.nullable(isoTime) })
}

/** By `type`. A further type is a further variant, with a payload of its own. */
export const Notification = z.discriminatedUnion('type', [
  notification('LIKE', UserSummaryPayload),
  notification('MATCH', UserSummaryPayload),
  notification('MESSAGE', UserSummaryPayload),
  notification('BLOCK', UserSummaryPayload),
  notification('NEW_DEVICE', DevicePayload),
])
export type Notification = z.infer<typeof Notification>

/** A notification about another user. */
export type UserNotification = Extract<Notification, { payload: { userId: number } }>
export function isAboutUser(notification: Notification): notification is UserNotification {
  return 'userId' in notification.payload
}
