import { z } from 'zod/mini'

/** Categories of reports, most severe first. */
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

/** Categories of cases, most severe first: reports by users, and signs that the system shows to moderators. */
export const CASE_CATEGORIES = [
  'underage',
  'threats',
  'sexual',
  'hate',
  'ban-evasion',
  'harassment',
  'scam',
  'fake',
  'other',
] as const
export const CaseCategory = z.enum(CASE_CATEGORIES)
export type CaseCategory = z.infer<typeof CaseCategory>

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const
export const Severity = z.enum(SEVERITIES)
export type Severity = z.infer<typeof Severity>
