import { z } from 'zod/mini'
import { accountSessionId } from './accounts/sessions.ts'
import { isoTime, mediaKind } from './fields.ts'
import { PUSH_ENDPOINT_MAX, TIME_ZONE_MAX } from './limits.ts'

const invalidSubscription = 'Invalid push subscription'

/** Address of a device at its push host; social accepts only https addresses of public hosts. */
export const pushEndpoint = z
  .string(invalidSubscription)
  .check(z.maxLength(PUSH_ENDPOINT_MAX, invalidSubscription), z.regex(/^https?:\/\/[!-~]+$/, invalidSubscription))

/** The keys of a device in the form of `PushSubscription.toJSON()`: a point on P-256 and 16 bytes, in base64url. */
export const PushKeys = z.object(
  {
    p256dh: z.string(invalidSubscription).check(z.regex(/^B[A-P][A-Za-z0-9_-]{85}$/, invalidSubscription)),
    auth: z.string(invalidSubscription).check(z.regex(/^[A-Za-z0-9_-]{22}$/, invalidSubscription)),
  },
  invalidSubscription,
)

/** The id of a device's subscription in the API. */
export const pushDeviceId = z.string('Invalid device ID').check(z.regex(/^[A-Za-z0-9_-]{22}$/, 'Invalid device ID'))

/** A device that gets notifications while the app is closed. */
export const PushDevice = z.object({
  id: pushDeviceId,
  /** The device's session, with the id of `GET /api/account/sessions`. */
  sessionId: accountSessionId,
  /** True for a device of the caller's session. */
  current: z.boolean(),
  createdAt: isoTime,
})
export type PushDevice = z.infer<typeof PushDevice>

/** Types that notify while the app is closed. */
export const PUSH_TYPES = ['LIKE', 'MATCH', 'MESSAGE'] as const
export type PushType = (typeof PUSH_TYPES)[number]

/**
 * Content of a push to the service worker, encrypted for the device. It contains no words of a message and no photo,
 * and a name only if the receiver wants that.
 */
export const PushContent = z.object({
  /** Null changes only the badge, for example in quiet hours. */
  type: z.nullable(z.enum(PUSH_TYPES)),
  /** Unread messages and notifications, for the badge of the app. Absent if the server does not know it. */
  badge: z.exactOptional(z.int()),
  /** The other user; absent if only the badge changes. */
  userId: z.exactOptional(z.int()),
  name: z.exactOptional(z.string()),
  /** Unread messages of the conversation, or unread likes. */
  count: z.exactOptional(z.int()),
  /** The kind of the newest message; absent: a text. */
  media: z.exactOptional(mediaKind),
  /** The notification in the language of the device; absent if only the badge changes. */
  text: z.exactOptional(z.string()),
})
export type PushContent = z.infer<typeof PushContent>

const invalidTime = 'Choose a time'
/** Hours and minutes of the day. */
const timeOfDay = z.string(invalidTime).check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, invalidTime))

/** Every day from `from` to `to`, by the clock of the time zone. `to` is on the next day if it is not later. */
export const QuietHours = z.object({
  from: timeOfDay,
  to: timeOfDay,
  /** A name of the IANA database. */
  timeZone: z.string('Unknown time zone').check(z.maxLength(TIME_ZONE_MAX), z.refine(isTimeZone, 'Unknown time zone')),
})
export type QuietHours = z.infer<typeof QuietHours>

/** Settings for notifications while the app is closed. */
export const NotificationSettings = z.object({
  likes: z.boolean('Invalid settings'),
  matches: z.boolean('Invalid settings'),
  messages: z.boolean('Invalid settings'),
  /** Notifications name the other user. */
  names: z.boolean('Invalid settings'),
  /** While they last, only the badge changes. Null: no quiet hours. */
  quietHours: z.nullable(QuietHours),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Z]/i.test(name) // an offset such as +02:00 has no summer time
  } catch {
    return false
  }
}
