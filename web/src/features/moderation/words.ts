import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
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
import { profilePartName } from '../../lib/text/choices.ts'
import { CATEGORY_NAMES } from '../../lib/text/moderation-words.ts'
import { exactTime } from '../../lib/text/relative-time.ts'

export const SEVERITY_NAMES: Record<Severity, MessageDescriptor> = {
  critical: msg`Critical`,
  high: msg`High`,
  medium: msg`Medium`,
  low: msg`Low`,
}

export const ACTION_NAMES: Record<DecisionAction, MessageDescriptor> = {
  dismiss: msg`Dismiss`,
  warn: msg`Warn`,
  'remove-photo': msg`Remove the photo`,
  'remove-text': msg`Remove a text`,
  suspend: msg`Suspend`,
  ban: msg`Ban`,
  uphold: msg`Keep the decision`,
  lift: msg`Lift the decision`,
}

/** Stands for the selfie among ids of photos: it has none in the evidence. */
export const SELFIE = 'selfie'

export function photoText(photoId: string): string {
  return photoId === SELFIE ? t`Selfie` : t`Photo ${photoId}`
}

export const AUDIT_NAMES: Record<AuditAction, MessageDescriptor> = {
  'report.created': msg`Report made`,
  'appeal.created': msg`Appeal made`,
  'case.viewed': msg`Case viewed`,
  'case.claimed': msg`Case taken`,
  'case.released': msg`Case given back`,
  'case.noted': msg`Note written`,
  'case.decided': msg`Case decided`,
  'case.undone': msg`Decision undone`,
  'case.deleted': msg`Case deleted with its account`,
  'case.restored': msg`Case restored from a backup`,
  'evidence.deleted': msg`Expired evidence deleted`,
  'words.deleted': msg`A deleted account's words removed`,
  'held.viewed': msg`Held messages viewed`,
  'held.released': msg`Held messages released`,
  'held.rejected': msg`Held messages rejected`,
  'role.changed': msg`Role changed`,
  'application.approved': msg`Application approved`,
  'application.refused': msg`Application refused`,
  'application.asked': msg`Applicant asked`,
  'verification.verified': msg`Member verified`,
  'verification.refused': msg`Verification refused`,
  'branch.suspended': msg`Invited people suspended`,
  'branch.reviewed': msg`Invited people back in the queue`,
  'data.reset': msg`All data deleted`,
  'settings.changed': msg`Settings changed`,
}

export const HOLD_REASON_NAMES: Record<HoldReason, MessageDescriptor> = {
  links: msg`A link, sent to others too`,
  'same-text': msg`The same text, sent to others too`,
}

const REFUSALS: Record<NonNullable<ModerationCase['refusal']>, MessageDescriptor> = {
  'own-case': msg`You're part of this case or connected to this member, so another moderator decides.`,
  'own-decision': msg`You made the decision that was appealed, so another moderator decides.`,
  'needs-admin': msg`Only an admin can decide about a member with a role.`,
}

export function refusalText(refusal: NonNullable<ModerationCase['refusal']>): string {
  return t(REFUSALS[refusal])
}

/** Names of case categories, also of cases that the system opens. */
export const CASE_CATEGORY_NAMES: Record<CaseCategory, MessageDescriptor> = {
  ...CATEGORY_NAMES,
  'ban-evasion': msg`Possibly a banned member`,
}

const SIGN_TEXTS: Record<BanSign, MessageDescriptor> = {
  photo: msg`A photo looks like one of a banned member's.`,
  username: msg`The username belonged to a banned member whose account was deleted.`,
  face: msg`A face looks like a banned member's.`,
}

/** The same in a word, for the audit log. */
export const BAN_SIGN_NAMES: Record<BanSign, MessageDescriptor> = {
  photo: msg`Banned photo`,
  username: msg`Banned name`,
  face: msg`Banned face`,
}

/** Why the system reports an account. */
export function signText(sign: BanSign): string {
  return t(SIGN_TEXTS[sign])
}

/** Name of a user, also after the account is gone. */
export function nameOf({ id, name }: ModeratedUser): string {
  if (id === SYSTEM_REPORTER_ID) return t`the system`
  return name ?? t`Deleted member ${id}`
}

/** The categories of a case; an appeal has no reports of its own. */
export function categoriesText({ kind, categories }: Pick<CaseSummary, 'kind' | 'categories'>): string {
  if (kind === 'appeal') return t`Appeal against a decision`
  return categories.map((category) => t(CASE_CATEGORY_NAMES[category])).join(' · ')
}

/** Outcomes of a reporter's earlier reports, without open ones. */
export function recordText({ reports, upheld, dismissed, false: wrong }: ReporterRecord): string {
  if (reports <= 1) return t`First report`
  return wrong > 0
    ? t`${reports} reports: ${upheld} upheld, ${dismissed} dismissed, ${wrong} false`
    : t`${reports} reports: ${upheld} upheld, ${dismissed} dismissed`
}

/** The same in the queue, such as "3 of 4 upheld"; null where it says nothing yet. */
export function shortRecordText({ upheld, dismissed, false: wrong }: ReporterRecord): string | null {
  const judged = upheld + dismissed
  if (judged === 0) return null
  return wrong > 0 ? t`${upheld} of ${judged} upheld, ${wrong} false` : t`${upheld} of ${judged} upheld`
}

/** A decision in words, such as "Suspended for 7 days, until 3 March 2026 at 12:00". */
export function decisionText({ action, days, field, photoId, until }: Decision): string {
  switch (action) {
    case 'dismiss':
      return t`Dismissed`
    case 'warn':
      return t`Warned`
    case 'remove-photo':
      return photoId ? t`Photo ${photoId} removed` : t`Photo removed`
    case 'remove-text':
      return field ? t`${profilePartName(field)} removed` : t`Text removed`
    case 'suspend':
      if (days === null) return t`Suspended until lifted`
      return until ? t`Suspended for ${daysText(days)}, until ${exactTime(until)}` : t`Suspended for ${daysText(days)}`
    case 'ban':
      return t`Banned`
    case 'uphold':
      return t`Appeal refused: the decision stays`
    case 'lift':
      return t`Appeal granted: the decision is lifted`
  }
}

/** Tells a moderator about a decision on an account that was already gone. */
export function goneText({ action }: Pick<Decision, 'action'>): string {
  const isBan = action === 'ban'
  return isBan
    ? t`The account was already deleted, so this bans nobody. Anyone who comes back with its photos or name is still flagged.`
    : t`The account was already deleted, so this reaches nobody.`
}

export function daysText(days: number): string {
  return plural(days, { one: '# day', other: '# days' })
}

/** The signs of risk of an applicant, for the queue. */
export const SIGN_NAMES: Record<RiskSign, MessageDescriptor> = {
  BANNED_PHOTO: msg`Banned photo`,
  BANNED_FACE: msg`Banned face`,
  BANNED_NAME: msg`Banned name`,
  BUSY_HOUR: msg`Busy hour`,
  INVITER_SANCTIONED: msg`Inviter sanctioned`,
  NO_PHOTO: msg`No photo`,
}
