import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { keysOf } from '../keys-of.ts'
import { removableTexts } from '../profile-fields.ts'
import { REPORT_CATEGORIES } from './categories.ts'
import { ModeratedUser } from './moderated-user.ts'

/**
 * Actions of a decision about a report. `suspend` needs `days`, `remove-text` a `field`; `remove-photo` may name a
 * photo.
 */
export const REPORT_ACTIONS = ['dismiss', 'warn', 'remove-photo', 'remove-text', 'suspend', 'ban'] as const
/** Actions of a decision about an appeal: the first decision stays, or ends at once. */
export const APPEAL_ACTIONS = ['uphold', 'lift'] as const
export const DecisionAction = z.enum([...REPORT_ACTIONS, ...APPEAL_ACTIONS], 'Invalid action')
export type DecisionAction = z.infer<typeof DecisionAction>

/** Actions that remove something from a profile, unless its owner has already removed it. */
const REMOVALS = ['remove-photo', 'remove-text'] as const
export const Removal = z.enum(REMOVALS)
export function isRemoval(action: DecisionAction): action is z.infer<typeof Removal> {
  return REMOVALS.some((removal) => removal === action)
}

/** Reasons of the actions that close a case without a sanction: `dismiss` and `lift`. */
export const DISMISSAL_REASONS = ['no-violation', 'not-enough-evidence', 'false-report', 'mistake'] as const
/** Reasons of a dismissal alone. */
export const DismissalReason = z.enum(['no-violation', 'not-enough-evidence', 'false-report'], 'Please choose a reason')
export type DismissalReason = z.infer<typeof DismissalReason>
/** Reasons of all other actions: the categories of reports. */
export const VIOLATION_REASONS = [...REPORT_CATEGORIES] as const
export const DecisionReason = z.enum([...VIOLATION_REASONS, ...DISMISSAL_REASONS], 'Please choose a reason')
export type DecisionReason = z.infer<typeof DecisionReason>

/**
 * True if a decision may have this reason. `dismiss` and `lift` need one of DISMISSAL_REASONS, other actions must have
 * none.
 */
export function fitsAction(action: DecisionAction, reason: DecisionReason): boolean {
  const isDismissal: boolean = DISMISSAL_REASONS.some((dismissal) => dismissal === reason)
  return isDismissal === (action === 'dismiss' || action === 'lift')
}

/** Texts of a profile that `remove-text` replaces or removes. For prompts it removes all answers. */
export const PROFILE_TEXTS = keysOf(removableTexts)
export const ProfileText = z.enum(PROFILE_TEXTS, 'Invalid field')
export type ProfileText = z.infer<typeof ProfileText>

export const Decision = z.object({
  id: z.int(),
  action: DecisionAction,
  reason: DecisionReason,
  /** Words for the user. */
  text: z.nullable(z.string()),
  days: z.nullable(z.int()),
  field: z.nullable(ProfileText),
  /** The photo that `remove-photo` removes; absent for the selfie. */
  photoId: z.exactOptional(z.string()),
  /** End of a suspension. */
  until: z.nullable(isoTime),
  decidedAt: isoTime,
  decidedBy: ModeratedUser,
  undoneAt: z.nullable(isoTime),
  undoneBy: z.nullable(ModeratedUser),
  /** True for a sanction without effect, since the account no longer existed. */
  isAccountGone: z.exactOptional(z.boolean()),
})
export type Decision = z.infer<typeof Decision>

/** Tells a user why they cannot sign in. Part of the response to a login refused with the code `SUSPENDED`. */
export const Suspension = z.object({
  reason: DecisionReason,
  /** The moderator's words. */
  text: z.nullable(z.string()),
  /** Null for a ban, and for a suspension without end. */
  until: z.nullable(isoTime),
  /** Present for a suspension that ends only when a moderator lifts it. */
  isEndless: z.exactOptional(z.literal(true)),
  /** The token that POST /api/appeals takes. Null once the user has appealed. */
  appealToken: z.nullable(z.string()),
  /** Allows the calls below /api/suspended for ten minutes. */
  dataToken: z.string(),
  /** Null if the user has not appealed. */
  appeal: z.nullable(
    z.object({
      status: z.enum(['open', 'refused']),
      /** Words of the moderator who refused the appeal. */
      text: z.nullable(z.string()),
    }),
  ),
})
export type Suspension = z.infer<typeof Suspension>
