import { z } from 'zod/mini'
import { isoTime, selfiePathOrNull } from './fields.ts'
import { DecisionAction, DecisionReason } from './moderation/decisions.ts'

/** The user whom a notification is about. */
const UserSummaryPayload = z.object({ userId: z.int(), name: z.string(), selfie: selfiePathOrNull })
/** The browser that has signed in, by known names; null for others. */
export const DevicePayload = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) })

/** The ways in to the account have changed, by the browser with these names. */
export const ACCOUNT_CHANGES = [
  'passkey-added',
  'recovery-codes-created',
  'password-changed',
  /** With a recovery code. */
  'account-recovered',
] as const
export const AccountChange = z.enum(ACCOUNT_CHANGES)
export type AccountChange = z.infer<typeof AccountChange>
export const AccountChangePayload = z.object({ change: AccountChange, ...DevicePayload.shape })

/** The moderators warn the user. */
export const WarningPayload = z.object({ reason: DecisionReason, text: z.nullable(z.string()) })

/** The moderators have acted on the user's account, or withdrawn an action (`lift`). */
export const DecisionPayload = z.object({
  action: DecisionAction,
  reason: DecisionReason,
  text: z.nullable(z.string()),
  /** End of a suspension. */
  until: z.nullable(isoTime),
})

/**
 * The specification lists `MESSAGE` and `BLOCK`, so they stay valid. Nothing creates them: the list of conversations shows
 * messages, and a block is not told to the blocked user.
 */
export const NOTIFICATION_TYPES = [
  'LIKE',
  'MATCH',
  'MESSAGE',
  'BLOCK',
  'NEW_DEVICE',
  'ACCOUNT_CHANGE',
  'WARNING',
  'DECISION',
] as const
type NotificationType = (typeof NOTIFICATION_TYPES)[number]
/** The types that every client shows. A client that shows more names them when it requests the list. */
export const FIRST_NOTIFICATION_TYPES: readonly NotificationType[] = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK']

function notification<T extends NotificationType, P extends z.ZodMiniType>(type: T, payload: P) {
  return z.object({
    id: z.int(),
    type: z.literal(type),
    payload,
    createdAt: isoTime,
    readAt: z.nullable(isoTime),
  })
}

/** One variant per `type`; a further type is a further variant, with a payload of its own. */
export const Notification = z.discriminatedUnion('type', [
  notification('LIKE', UserSummaryPayload),
  notification('MATCH', UserSummaryPayload),
  notification('MESSAGE', UserSummaryPayload),
  notification('BLOCK', UserSummaryPayload),
  notification('NEW_DEVICE', DevicePayload),
  notification('ACCOUNT_CHANGE', AccountChangePayload),
  notification('WARNING', WarningPayload),
  notification('DECISION', DecisionPayload),
])
export type Notification = z.infer<typeof Notification>

/** The user whom a notification is about; null if it is about the own account. */
export function aboutIdOf({ payload }: Pick<Notification, 'payload'>): number | null {
  return 'userId' in payload ? payload.userId : null
}
