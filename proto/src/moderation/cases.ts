import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { CaseCategory, Severity } from './categories.ts'
import { Decision } from './decisions.ts'
import { Evidence } from './evidence.ts'
import { ModeratedUser } from './moderated-user.ts'

/** Counts the outcomes of a user's earlier reports. A moderator decides whether a report is false. */
export const ReporterRecord = z.object({ reports: z.int(), upheld: z.int(), dismissed: z.int(), false: z.int() })
export type ReporterRecord = z.infer<typeof ReporterRecord>

/** The moderator who works on a case, and the end of the claim. */
export const Claim = z.object({ userId: z.int(), name: z.nullable(z.string()), until: isoTime })
export type Claim = z.infer<typeof Claim>

export const CASE_KINDS = ['report', 'appeal'] as const
export const CaseKind = z.enum(CASE_KINDS)
export type CaseKind = z.infer<typeof CaseKind>

const caseFields = {
  id: z.int(),
  /** An appeal is a separate case about the decision of another case. */
  kind: CaseKind,
  status: z.enum(['open', 'closed']),
  severity: Severity,
  /** The user whom the case is about. */
  user: ModeratedUser,
  /** The categories of all reports, most severe first. */
  categories: z.array(CaseCategory),
  reportCount: z.int(),
  openedAt: isoTime,
  /** Orders the queue, by severity, age and the reporters' record. */
  dueAt: isoTime,
  closedAt: z.nullable(isoTime),
  /** Null when free. An expired claim is not shown. */
  claim: z.nullable(Claim),
  /**
   * The record of the reporter whose report is due first, which orders the case. Null for an appeal and for a report by
   * the system.
   */
  record: z.nullable(ReporterRecord),
}

export const CaseSummary = z.object(caseFields)
export type CaseSummary = z.infer<typeof CaseSummary>

/** The feature that an account shares with a banned one. */
export const BanSign = z.enum(['username', 'photo', 'face'])
export type BanSign = z.infer<typeof BanSign>

/** Stands for the reporter in reports by the system. No user has this id. */
export const SYSTEM_REPORTER_ID = 0

export const CaseReport = z.object({
  id: z.int(),
  /** SYSTEM_REPORTER_ID for a report by the system. */
  reporter: ModeratedUser,
  record: ReporterRecord,
  category: CaseCategory,
  text: z.nullable(z.string()),
  createdAt: isoTime,
  evidence: Evidence,
  /** Present in reports by the system: the feature that the account shares with a banned one. */
  match: z.exactOptional(
    z.object({
      sign: BanSign,
      /** The case of the ban; null once it is deleted. */
      caseId: z.nullable(z.int()),
    }),
  ),
  /** Present in reports by the system: a photo that may be explicit, and how probably. Others see its mosaic until the decision. */
  flagged: z.exactOptional(z.object({ photoVersion: z.int(), nakedness: z.number() })),
})
export type CaseReport = z.infer<typeof CaseReport>

export const CaseNote = z.object({ id: z.int(), author: ModeratedUser, text: z.string(), createdAt: isoTime })
export type CaseNote = z.infer<typeof CaseNote>

/** An earlier or other case about the same user. */
export const PastCase = z.object({
  id: z.int(),
  kind: CaseKind,
  openedAt: isoTime,
  categories: z.array(CaseCategory),
  decisions: z.array(Decision),
})
export type PastCase = z.infer<typeof PastCase>

export const ModerationCase = z.object({
  ...caseFields,
  /** The reports of the case. An appeal has the reports of the appealed case. */
  reports: z.array(CaseReport),
  /** Oldest first. All but the last one are undone. */
  decisions: z.array(Decision),
  /** Null in a case of reports. `decision` is the appealed decision. */
  appeal: z.nullable(z.object({ caseId: z.int(), text: z.string(), createdAt: isoTime, decision: Decision })),
  notes: z.array(CaseNote),
  /** Other cases about the user, newest first. */
  history: z.array(PastCase),
  /** The reason why the caller may not decide the case. Null if they may after claiming it. */
  refusal: z.nullable(z.enum(['own-case', 'own-decision', 'needs-admin'])),
  /** The caller may undo the decision. */
  canUndo: z.boolean(),
})
export type ModerationCase = z.infer<typeof ModerationCase>
