import { freeText } from '@zing/proto/fields'
import { DECISION_TEXT_MAX } from '@zing/proto/limits'
import type { ModerationCase } from '@zing/proto/moderation/cases'
import {
  APPEAL_ACTIONS,
  DecisionAction,
  DecisionReason,
  DISMISSAL_REASONS,
  fitsAction,
  ProfileText,
  REPORT_ACTIONS,
  VIOLATION_REASONS,
} from '@zing/proto/moderation/decisions'
import { z } from 'zod/mini'
import { optionalText } from '../../../lib/input/form-fields.ts'
import { SELFIE } from '../words.ts'

/** Fields of the decision form; `toDecision` leaves out fields of actions that are not chosen. */
export const DecisionFields = z.object({
  action: DecisionAction,
  reason: z.pipe(z.string(), DecisionReason),
  text: optionalText(freeText(DECISION_TEXT_MAX)),
  days: z.string(),
  field: ProfileText,
  /** Id of a photo, or SELFIE. */
  photo: z.string(),
})
export type DecisionFields = z.output<typeof DecisionFields>

export function toDecision({ action, reason, text, days, field, photo }: DecisionFields) {
  return {
    action,
    reason,
    ...(text !== undefined && readsWords(action) && { text }),
    ...(action === 'suspend' && { days: Number(days) }),
    ...(action === 'remove-text' && { field }),
    ...(action === 'remove-photo' && photo !== SELFIE && { photoId: photo }),
  }
}

/** The actions that a case allows: a photo can be removed only where a report has one. */
export function actionsFor({ kind, reports }: ModerationCase): readonly DecisionAction[] {
  if (kind === 'appeal') return APPEAL_ACTIONS
  return REPORT_ACTIONS.filter((action) => action !== 'remove-photo' || photosOf({ reports }).length > 0)
}

/** The photos in the evidence of all reports: SELFIE, and the ids of the others. */
export function photosOf({ reports }: Pick<ModerationCase, 'reports'>): string[] {
  const hasSelfie = reports.some(({ evidence }) => evidence.photo !== null)
  const others = reports.flatMap(({ evidence }) => evidence.photos).map(({ id }) => id)
  return [...(hasSelfie ? [SELFIE] : []), ...new Set(others)]
}

export function reasonsFor(action: DecisionAction): readonly DecisionReason[] {
  return [...VIOLATION_REASONS, ...DISMISSAL_REASONS].filter((reason) => fitsAction(action, reason))
}

/** Preselected reason: the appealed decision's, or the most severe reported one, if it fits the action. */
export function reasonToBeginWith(action: DecisionAction, { appeal, categories }: ModerationCase): DecisionReason | '' {
  const reported = VIOLATION_REASONS.find((reason) => reason === categories[0]) // not what the system reports
  const known = appeal?.decision.reason ?? reported
  return known && fitsAction(action, known) ? known : ''
}

/** False for a dismissal, which the user never sees, and for a lifted decision, which needs no words. */
export function readsWords(action: DecisionAction): boolean {
  return action !== 'dismiss' && action !== 'lift'
}

/** True for the actions that take the account away, which have to be confirmed. */
export function isGrave(action: DecisionAction): boolean {
  return action === 'suspend' || action === 'ban'
}
