import type { RiskSign } from '@zing/proto/community/door'
import type { AuditAction } from '@zing/proto/moderation/audit-log'
import {
  type BanSign,
  type CaseSummary,
  type ModerationCase,
  type ReporterRecord,
  SYSTEM_REPORTER_ID,
} from '@zing/proto/moderation/cases'
import type { CaseCategory, Severity } from '@zing/proto/moderation/categories'
import type { Decision, DecisionAction } from '@zing/proto/moderation/decisions'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import type { ModeratedUser } from '@zing/proto/moderation/moderated-user'
import { removableTexts } from '@zing/proto/profile-fields'
import { CATEGORY_NAMES } from '../../lib/text/moderation-words.ts'
import { exactTime } from '../../lib/text/relative-time.ts'

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

/** Stands for the selfie among ids of photos: it has none in the evidence. */
export const SELFIE = 'selfie'

export function photoText(photoId: string): string {
  return photoId === SELFIE ? 'Selfie' : `Photo ${photoId}`
}

export const AUDIT_NAMES: Record<AuditAction, string> = {
  'report.created': 'Report made',
  'appeal.created': 'Appeal made',
  'case.viewed': 'Case viewed',
  'case.claimed': 'Case taken',
  'case.released': 'Case given back',
  'case.noted': 'Note written',
  'case.decided': 'Case decided',
  'case.undone': 'Decision undone',
  'case.deleted': 'Case deleted with its account',
  'case.restored': 'Case restored from a backup',
  'evidence.deleted': 'Expired evidence deleted',
  'words.deleted': "A deleted account's words removed",
  'held.viewed': 'Held messages viewed',
  'held.released': 'Held messages released',
  'held.rejected': 'Held messages rejected',
  'role.changed': 'Role changed',
  'application.approved': 'Application approved',
  'application.refused': 'Application refused',
  'application.asked': 'Applicant asked',
  'branch.suspended': 'Invited people suspended',
  'branch.reviewed': 'Invited people back in the queue',
  'data.reset': 'All data deleted',
  'settings.changed': 'Settings changed',
}

export const HOLD_REASON_NAMES: Record<HoldReason, string> = {
  links: 'A link, sent to others too',
  'same-text': 'The same text, sent to others too',
}

const REFUSALS: Record<NonNullable<ModerationCase['refusal']>, string> = {
  'own-case': "You're part of this case or connected to this user, so another moderator decides.",
  'own-decision': 'You made the decision that was appealed, so another moderator decides.',
  'needs-admin': 'Only an admin can decide about a user with a role.',
}

export function refusalText(refusal: NonNullable<ModerationCase['refusal']>): string {
  return REFUSALS[refusal]
}

/** Names of case categories, also of cases that the system opens. */
export const CASE_CATEGORY_NAMES: Record<CaseCategory, string> = {
  ...CATEGORY_NAMES,
  'ban-evasion': 'Possibly a banned user',
}

const SIGN_TEXTS: Record<BanSign, string> = {
  photo: "A photo looks like one of a banned user's.",
  username: 'The username belonged to a banned user whose account was deleted.',
}

/** Why the system reports an account. */
export function signText(sign: BanSign): string {
  return SIGN_TEXTS[sign]
}

/** Name of a user, also after the account is gone. */
export function nameOf({ id, name }: ModeratedUser): string {
  if (id === SYSTEM_REPORTER_ID) return 'the system'
  return name ?? `Deleted user ${id}`
}

/** The categories of a case; an appeal has no reports of its own. */
export function categoriesText({ kind, categories }: Pick<CaseSummary, 'kind' | 'categories'>): string {
  if (kind === 'appeal') return 'Appeal against a decision'
  return categories.map((category) => CASE_CATEGORY_NAMES[category]).join(' · ')
}

/** Outcomes of a reporter's earlier reports, without open ones. */
export function recordText({ reports, upheld, dismissed, false: wrong }: ReporterRecord): string {
  if (reports <= 1) return 'First report'
  const parts = [`${upheld} upheld`, `${dismissed} dismissed`, ...(wrong > 0 ? [`${wrong} false`] : [])]
  return `${reports} reports: ${parts.join(', ')}`
}

/** The same in the queue, such as "3 of 4 upheld"; null where it says nothing yet. */
export function shortRecordText({ upheld, dismissed, false: wrong }: ReporterRecord): string | null {
  const judged = upheld + dismissed
  if (judged === 0) return null
  return `${upheld} of ${judged} upheld${wrong > 0 ? `, ${wrong} false` : ''}`
}

/** A decision in words, such as "Suspended for 7 days, until 3 March 2026 at 12:00". */
export function decisionText({ action, days, field, photoId, until }: Decision): string {
  switch (action) {
    case 'dismiss':
      return 'Dismissed'
    case 'warn':
      return 'Warned'
    case 'remove-photo':
      return photoId ? `${photoText(photoId)} removed` : 'Photo removed'
    case 'remove-text':
      return field ? `${removableTexts[field].name} removed` : 'Text removed'
    case 'suspend':
      if (days === null) return 'Suspended until lifted'
      return `Suspended for ${daysText(days)}${until ? `, until ${exactTime(until)}` : ''}`
    case 'ban':
      return 'Banned'
    case 'uphold':
      return 'Appeal refused: the decision stays'
    case 'lift':
      return 'Appeal granted: the decision is lifted'
  }
}

/** Tells a moderator about a decision on an account that was already gone. */
export function goneText({ action }: Pick<Decision, 'action'>): string {
  const isBan = action === 'ban'
  return isBan
    ? 'The account was already deleted, so this bans nobody. Anyone who comes back with its photos or name is still flagged.'
    : 'The account was already deleted, so this reaches nobody.'
}

export function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}

/** The signs of risk of an applicant, for the queue. */
export const SIGN_NAMES: Record<RiskSign, string> = {
  BANNED_PHOTO: 'Banned photo',
  BANNED_NAME: 'Banned name',
  BUSY_HOUR: 'Busy hour',
  INVITER_SANCTIONED: 'Inviter sanctioned',
  NO_PHOTO: 'No photo',
}
