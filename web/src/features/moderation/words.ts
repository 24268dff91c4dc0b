import type {
  AuditAction,
  CaseSummary,
  Decision,
  DecisionAction,
  ModeratedUser,
  ModerationCase,
  ProfileText,
  ReporterRecord,
  Severity,
} from '@zing/proto/moderation'
import { CATEGORY_NAMES } from '../../lib/moderation-words.ts'
import { exactTime } from '../../lib/relative-time.ts'

export const SEVERITY_NAMES: Record<Severity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export const ACTION_NAMES: Record<DecisionAction, string> = {
  dismiss: 'Dismiss',
  warn: 'Warn',
  'remove-photo': 'Remove the photo',
  'remove-text': 'Remove a text',
  suspend: 'Suspend',
  ban: 'Ban',
  uphold: 'Keep the decision',
  lift: 'Lift the decision',
}

export const TEXT_NAMES: Record<ProfileText, string> = { name: 'Name', gender: 'Gender', orientation: 'Orientation' }

export const AUDIT_NAMES: Record<AuditAction, string> = {
  'report.created': 'Report made',
  'appeal.created': 'Appeal made',
  'case.viewed': 'Case viewed',
  'case.claimed': 'Case taken',
  'case.released': 'Case given back',
  'case.noted': 'Note written',
  'case.decided': 'Case decided',
  'case.undone': 'Decision undone',
  'role.changed': 'Role changed',
  'data.reset': 'All data deleted',
}

const REFUSALS: Record<NonNullable<ModerationCase['refusal']>, string> = {
  'own-case': 'You are part of this case, so another moderator decides it.',
  'own-decision': 'You made the first decision, so another moderator decides the appeal.',
  'needs-admin': 'Only an admin can decide about a user with a role.',
}

export function refusalText(refusal: NonNullable<ModerationCase['refusal']>): string {
  return REFUSALS[refusal]
}

/** Name of a user, also of one whose account is gone. */
export function nameOf({ id, name }: ModeratedUser): string {
  return name ?? `Deleted user ${id}`
}

/** What a case is about; an appeal has no reports of its own. */
export function categoriesText({ kind, categories }: Pick<CaseSummary, 'kind' | 'categories'>): string {
  if (kind === 'appeal') return 'Appeal against a decision'
  return categories.map((category) => CATEGORY_NAMES[category]).join(' · ')
}

/** What became of a reporter's earlier reports, without those still open. */
export function recordText({ reports, upheld, dismissed, false: wrong }: ReporterRecord): string {
  if (reports <= 1) return 'First report'
  const parts = [`${upheld} upheld`, `${dismissed} dismissed`, ...(wrong > 0 ? [`${wrong} false`] : [])]
  return `${reports} reports: ${parts.join(', ')}`
}

/** What was decided, such as "Suspended for 7 days, until 3 March 2026 at 12:00". */
export function decisionText({ action, days, field, until }: Decision): string {
  switch (action) {
    case 'dismiss':
      return 'Dismissed'
    case 'warn':
      return 'Warned'
    case 'remove-photo':
      return 'Photo removed'
    case 'remove-text':
      return field ? `${TEXT_NAMES[field]} removed` : 'Text removed'
    case 'suspend':
      return `Suspended for ${daysText(days ?? 0)}${until ? `, until ${exactTime(until)}` : ''}`
    case 'ban':
      return 'Banned'
    case 'uphold':
      return 'Appeal refused: the decision stays'
    case 'lift':
      return 'Appeal granted: the decision is lifted'
  }
}

export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
