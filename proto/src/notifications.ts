import { z } from 'zod/mini'
import { isoTime, selfiePathOrNull } from './fields.ts'
import { DecisionAction, DecisionReason } from './moderation/decisions.ts'

/** The user whom a notification is about. */
const UserSummaryPayload = z.object({ userId: z.int(), name: z.string(), selfie: selfiePathOrNull })
/** The browser that has signed in. Null for unknown names. */
export const DevicePayload = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) })

/** Changes in the ways to sign in to an account, made by a browser with these names. */
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

/** The moderators have decided about the user's verification. Their reason and words are in `GET /api/user`. */
export const VerificationPayload = z.object({ verified: z.boolean() })

/** Somebody new fits the user. It names nobody and no number. */
export const NewPeoplePayload = z.object({})

function notification<T extends string, P extends z.ZodMiniType>(type: T, payload: P) {
  return z.object({
    id: z.int(),
    type: z.literal(type),
    payload,
    createdAt: isoTime,
    readAt: z.nullable(isoTime),
  })
}

/**
 * Nothing creates `MESSAGE` and `BLOCK`, but the specification lists them, so they stay valid. The list of
 * conversations shows messages, and nobody tells users that they were blocked.
 */
const VARIANTS = [
  notification('LIKE', UserSummaryPayload),
  notification('MATCH', UserSummaryPayload),
  notification('MESSAGE', UserSummaryPayload),
  notification('BLOCK', UserSummaryPayload),
  notification('NEW_DEVICE', DevicePayload),
  notification('ACCOUNT_CHANGE', AccountChangePayload),
  notification('WARNING', WarningPayload),
  notification('DECISION', DecisionPayload),
  notification('NEW_PEOPLE', NewPeoplePayload),
  notification('VERIFICATION', VerificationPayload),
] as const

/** One variant per `type`, each with its own payload. */
export const Notification = z.discriminatedUnion('type', VARIANTS)
export type Notification = z.infer<typeof Notification>

export const NOTIFICATION_TYPES = VARIANTS.flatMap(({ shape }) => shape.type.def.values)
/** The types that every client shows. A client that shows more names them in its request for the list. */
export const FIRST_NOTIFICATION_TYPES: readonly Notification['type'][] = ['LIKE', 'MATCH', 'MESSAGE', 'BLOCK']

/** The user whom a notification is about; null if it is about the receiver's account. */
export function aboutIdOf({ payload }: Pick<Notification, 'payload'>): number | null {
  return 'userId' in payload ? payload.userId : null
}
