import { freeText } from '@zing/proto/fields'
import { DECISION_TEXT_MAX } from '@zing/proto/limits'
import {
  APPEAL_ACTIONS,
  DecisionAction,
  DecisionReason,
  DISMISSAL_REASONS,
  type ModerationCase,
  needsDismissalReason,
  ProfileText,
  REPORT_ACTIONS,
  VIOLATION_REASONS,
} from '@zing/proto/moderation'
import { z } from 'zod/mini'
import { optionalText } from '../../lib/form-fields.ts'

/** Reads the form of a decision; the fields of other actions than the chosen one are left out by `toDecision`. */
export const DecisionFields = z.object({
  action: DecisionAction,
  reason: z.pipe(z.string(), DecisionReason),
  text: optionalText(freeText(DECISION_TEXT_MAX)),
  days: z.string(),
  field: ProfileText,
})
export type DecisionFields = z.output<typeof DecisionFields>

export function toDecision({ action, reason, text, days, field }: DecisionFields) {
  return {
    action,
    reason,
    ...(text !== undefined && readsWords(action) && { text }),
    ...(action === 'suspend' && { days: Number(days) }),
    ...(action === 'remove-text' && { field }),
  }
}

/** The actions that a case allows: a photo can be removed only where a report has one. */
export function actionsFor({ kind, reports }: ModerationCase): readonly DecisionAction[] {
  if (kind === 'appeal') return APPEAL_ACTIONS
  const hasPhoto = reports.some(({ evidence }) => evidence.photo !== null)
  return REPORT_ACTIONS.filter((action) => action !== 'remove-photo' || hasPhoto)
}

export function reasonsFor(action: DecisionAction): readonly DecisionReason[] {
  return needsDismissalReason(action) ? DISMISSAL_REASONS : VIOLATION_REASONS
}

/** The reason to begin with: what the gravest report says, unless the case is closed without a measure. */
export function reasonToBeginWith(action: DecisionAction, { categories }: ModerationCase): DecisionReason | '' {
  return needsDismissalReason(action) ? '' : (categories[0] ?? '')
}

/** False for a dismissal, of which the user does not learn. */
export function readsWords(action: DecisionAction): boolean {
  return action !== 'dismiss'
}

/** True for the actions that take the account away, which are asked about once more. */
export function isGrave(action: DecisionAction): boolean {
  return action === 'suspend' || action === 'ban'
}
