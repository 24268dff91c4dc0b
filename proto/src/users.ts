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

/** Oneself, as only oneself sees it. */
export const User = z.object({ ...profileFields, username: z.string() })
export type User = z.infer<typeof User>

/** What other services may know of a person. */
export const Profile = z.object(profileFields)
export type Profile = z.infer<typeof Profile>

/** Enough to show who it was: in notifications, match overlays and pushes. */
export const PersonCard = z.object({ id: z.int(), name: z.string(), selfie: selfiePathOrNull })
export type PersonCard = z.infer<typeof PersonCard>

/** A person as one other person sees them. */
export const FeedUser = z.object({
  ...profileFields,
  likeCount: z.int(),
  hasLiked: z.boolean(),
  isMatch: z.boolean(),
})
export type FeedUser = z.infer<typeof FeedUser>

export const Match = z.extend(FeedUser, { matchedAt: isoTime })
export type Match = z.infer<typeof Match>

export const NOTIFICATION_TYPES = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK'] as const

export const Notification = z.object({
  id: z.int(),
  type: z.enum(NOTIFICATION_TYPES),
  payload: z.object({ userId: z.int(), name: z.string(), selfie: selfiePathOrNull }),
  createdAt: isoTime,
  readAt: z.nullable(isoTime),
})
export type Notification = z.infer<typeof Notification>
