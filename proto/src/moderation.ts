import { z } from 'zod/mini'
import { isoTime, selfiePathOrNull } from './fields.ts'
import { AssignedRole } from './roles.ts'

/** What a report can be about, the gravest first. */
export const REPORT_CATEGORIES = [
  'underage',
  'threats',
  'sexual',
  'hate',
  'harassment',
  'scam',
  'fake',
  'other',
] as const
export const ReportCategory = z.enum(REPORT_CATEGORIES, 'Please choose a reason')
export type ReportCategory = z.infer<typeof ReportCategory>

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>

/** Actions of a decision about a report. `suspend` needs `days`, `remove-text` needs `field`. */
export const REPORT_ACTIONS = ['dismiss', 'warn', 'remove-photo', 'remove-text', 'suspend', 'ban'] as const
/** Actions of a decision about an appeal: the first decision stays, or ends at once. */
export const APPEAL_ACTIONS = ['uphold', 'lift'] as const
export const DecisionAction = z.enum([...REPORT_ACTIONS, ...APPEAL_ACTIONS], 'Invalid action')
export type DecisionAction = z.infer<typeof DecisionAction>

/** Reasons of the actions that close a case without a measure: `dismiss` and `lift`. */
export const DISMISSAL_REASONS = ['no-violation', 'not-enough-evidence', 'false-report', 'mistake'] as const
/** Reasons of all other actions: the categories of reports. */
export const VIOLATION_REASONS = [...REPORT_CATEGORIES] as const
export const DecisionReason = z.enum([...VIOLATION_REASONS, ...DISMISSAL_REASONS], 'Please choose a reason')
export type DecisionReason = z.infer<typeof DecisionReason>

/** True if a decision may have this reason: `dismiss` and `lift` need one of DISMISSAL_REASONS, the others none of them. */
export function fitsAction(action: DecisionAction, reason: DecisionReason): boolean {
  const isDismissal: boolean = DISMISSAL_REASONS.some((dismissal) => dismissal === reason)
  return isDismissal === (action === 'dismiss' || action === 'lift')
}

/** Texts of a profile that `remove-text` replaces. */
export const PROFILE_TEXTS = ['name', 'gender', 'orientation'] as const
export const ProfileText = z.enum(PROFILE_TEXTS, 'Invalid field')
export type ProfileText = z.infer<typeof ProfileText>

/** Why a user cannot sign in; part of the error response of a login with the code `SUSPENDED`. */
export const Suspension = z.object({
  reason: DecisionReason,
  /** The moderator's words. */
  text: z.nullable(z.string()),
  /** Null for a ban. */
  until: z.nullable(isoTime),
  /** For POST /api/appeals; null once the user has appealed. */
  appealToken: z.nullable(z.string()),
})
export type Suspension = z.infer<typeof Suspension>

/** A user as moderators see them; `null` fields once the account is gone. */
export const ModeratedUser = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  username: z.nullable(z.string()),
})
export type ModeratedUser = z.infer<typeof ModeratedUser>

/** What became of a user's earlier reports; a false report is one that a moderator called so. */
export const ReporterRecord = z.object({ reports: z.int(), upheld: z.int(), dismissed: z.int(), false: z.int() })
export type ReporterRecord = z.infer<typeof ReporterRecord>

/** The moderator who works on a case, until a time. */
export const Claim = z.object({ userId: z.int(), name: z.nullable(z.string()), until: isoTime })
export type Claim = z.infer<typeof Claim>

export const CASE_KINDS = ['report', 'appeal'] as const
export const CaseKind = z.enum(CASE_KINDS)
export type CaseKind = z.infer<typeof CaseKind>

const caseFields = {
  id: z.int(),
  /** An appeal is a case of its own, about the decision of another one. */
  kind: CaseKind,
  status: z.enum(['open', 'closed']),
  severity: Severity,
  /** The user whom the case is about. */
  user: ModeratedUser,
  /** Of all its reports, the gravest first. */
  categories: z.array(ReportCategory),
  reportCount: z.int(),
  openedAt: isoTime,
  /** Orders the queue: from severity, age and the reporters' record. */
  dueAt: isoTime,
  closedAt: z.nullable(isoTime),
  /** Null when free; a claim that has ended is not shown. */
  claim: z.nullable(Claim),
}

export const CaseSummary = z.object(caseFields)
export type CaseSummary = z.infer<typeof CaseSummary>

export const EvidenceMessage = z.object({
  id: z.int(),
  seq: z.int(),
  senderId: z.int(),
  content: z.string(),
  createdAt: isoTime,
  /** The reporter marked it. */
  isMarked: z.boolean(),
})
export type EvidenceMessage = z.infer<typeof EvidenceMessage>

/** The reported profile at the time of the report. */
export const EvidenceProfile = z.object({
  name: z.string(),
  age: z.int(),
  gender: z.string(),
  orientation: z.string(),
  username: z.string(),
  createdAt: isoTime,
})
export type EvidenceProfile = z.infer<typeof EvidenceProfile>

/** What the server stored when the report was made. */
export const Evidence = z.object({
  takenAt: isoTime,
  profile: EvidenceProfile,
  /** Path of the photo for moderators, see `getEvidencePhoto`; null without a photo. */
  photo: selfiePathOrNull,
  /** Oldest first, from the conversation of the two. */
  messages: z.array(EvidenceMessage),
  /** SHA-256 of the entry and of the hash before it, in hexadecimal digits. */
  hash: z.string(),
})
export type Evidence = z.infer<typeof Evidence>

export const CaseReport = z.object({
  id: z.int(),
  reporter: ModeratedUser,
  record: ReporterRecord,
  category: ReportCategory,
  text: z.nullable(z.string()),
  createdAt: isoTime,
  evidence: Evidence,
})
export type CaseReport = z.infer<typeof CaseReport>

export const Decision = z.object({
  id: z.int(),
  action: DecisionAction,
  reason: DecisionReason,
  /** Words for the user. */
  text: z.nullable(z.string()),
  days: z.nullable(z.int()),
  field: z.nullable(ProfileText),
  /** End of a suspension. */
  until: z.nullable(isoTime),
  decidedAt: isoTime,
  decidedBy: ModeratedUser,
  undoneAt: z.nullable(isoTime),
  undoneBy: z.nullable(ModeratedUser),
})
export type Decision = z.infer<typeof Decision>

export const CaseNote = z.object({ id: z.int(), author: ModeratedUser, text: z.string(), createdAt: isoTime })
export type CaseNote = z.infer<typeof CaseNote>

/** An earlier or other case about the same user. */
export const PastCase = z.object({
  id: z.int(),
  kind: CaseKind,
  openedAt: isoTime,
  categories: z.array(ReportCategory),
  decisions: z.array(Decision),
})
export type PastCase = z.infer<typeof PastCase>

export const ModerationCase = z.object({
  ...caseFields,
  /** Of an appeal: those of the case that it is about. */
  reports: z.array(CaseReport),
  /** The oldest first; all but the last one are undone. */
  decisions: z.array(Decision),
  /** Null in a case of reports; `decision` is the one that the appeal is about. */
  appeal: z.nullable(z.object({ caseId: z.int(), text: z.string(), createdAt: isoTime, decision: Decision })),
  notes: z.array(CaseNote),
  /** Other cases about the user, the newest first. */
  history: z.array(PastCase),
  /** The caller may not decide it; null if they may, once they have claimed it. */
  refusal: z.nullable(z.enum(['own-case', 'own-decision', 'needs-admin'])),
  /** The caller may undo the decision. */
  canUndo: z.boolean(),
})
export type ModerationCase = z.infer<typeof ModerationCase>

export const AUDIT_ACTIONS = [
  'report.created',
  'appeal.created',
  'case.viewed',
  'case.claimed',
  'case.released',
  'case.noted',
  'case.decided',
  'case.undone',
  'role.changed',
  'data.reset',
] as const
export const AuditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

/** An entry of the audit log. Its details are ids and values of lists, never words of users. */
export const AuditEntry = z.object({
  /** 1, 2, 3 … without gaps. */
  seq: z.int(),
  at: isoTime,
  /** Null for an operator at the command line. */
  actor: z.nullable(ModeratedUser),
  action: AuditAction,
  caseId: z.nullable(z.int()),
  /** The user whom the entry is about. */
  user: z.nullable(ModeratedUser),
  details: z.record(z.string(), z.string()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

/** A user and their role, for the PIN panel. */
export const UserRole = z.object({ userId: z.int(), username: z.string(), name: z.string(), role: AssignedRole })
export type UserRole = z.infer<typeof UserRole>

/** A match of the caller that ended within PAST_MATCH_MS. */
export const PastMatch = z.object({
  id: z.int(),
  name: z.string(),
  /** Null after a block, whoever blocked. */
  selfie: selfiePathOrNull,
  endedAt: isoTime,
  /** The caller has blocked this user, or the other way round. */
  isBlocked: z.boolean(),
})
export type PastMatch = z.infer<typeof PastMatch>
