import { z } from 'zod/mini'
import { isoTime } from '../fields.ts'
import { ModeratedUser } from './moderated-user.ts'

const AUDIT_ACTIONS = [
  'report.created',
  'appeal.created',
  'case.viewed',
  'case.claimed',
  'case.released',
  'case.noted',
  'case.decided',
  'case.undone',
  'case.deleted',
  'case.restored',
  'evidence.deleted',
  'words.deleted',
  'held.viewed',
  'held.released',
  'held.rejected',
  'role.changed',
  'application.approved',
  'application.refused',
  'application.asked',
  'verification.verified',
  'verification.refused',
  'branch.suspended',
  'branch.reviewed',
  'data.reset',
  'settings.changed',
] as const
export const AuditAction = z.enum(AUDIT_ACTIONS)
export type AuditAction = z.infer<typeof AuditAction>

/** Names of the details of audit entries. The client has a label for each. */
export type AuditDetail =
  | 'action'
  | 'branchOf'
  | 'category'
  | 'changed'
  | 'claimedBy'
  | 'days'
  | 'decisionId'
  | 'evidence'
  | 'from'
  | 'leftOut'
  | 'messageIds'
  | 'reason'
  | 'reporterId'
  | 'reportId'
  | 'sign'
  | 'to'
  | 'users'
  | 'version'
export type AuditDetails = Partial<Record<AuditDetail, string>>

/** An entry of the audit log. Its details are ids and values of lists, never users' words. */
export const AuditEntry = z.object({
  /** Identifies the entry. It is no running number: a gap would tell readers that there are entries about them. */
  seq: z.int(),
  at: isoTime,
  /** Null for an operator at the command line and for the system. */
  actor: z.nullable(ModeratedUser),
  action: AuditAction,
  caseId: z.nullable(z.int()),
  /** The user whom the entry is about. */
  user: z.nullable(ModeratedUser),
  details: z.record(z.string(), z.string()),
  hash: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>
