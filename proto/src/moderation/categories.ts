import { z } from 'zod/mini'

/** What a report can be about, the most severe first. */
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

/** What a case can be about, the most severe first: the categories of reports, and what the system itself shows to moderators. */
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
