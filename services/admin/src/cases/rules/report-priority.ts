import { type ReporterRecord, SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import { type CaseCategory, SEVERITIES, type Severity } from '@zing/proto/moderation/categories'
import type { StoredReport } from '../../models/case-parts.ts'

const SEVERITY_OF: Record<CaseCategory, Severity> = {
  underage: 'critical',
  threats: 'critical',
  sexual: 'high',
  hate: 'high',
  'ban-evasion': 'high',
  harassment: 'medium',
  scam: 'medium',
  fake: 'low',
  other: 'low',
}

/** Hours within which a moderator should look at a report. */
const RESPONSE_HOURS: Record<Severity, number> = { critical: 1, high: 8, medium: 24, low: 72 }

const HOUR_MS = 60 * 60 * 1_000
/** This many upheld reports make a reporter trusted, if moderators upheld three in four. */
const TRUSTED_FROM = 3
const TRUSTED_FACTOR = 0.5
const DOUBTED_FACTOR = 3
/**
 * Delays reports by new accounts without an upheld report. Such accounts are made in a minute and could fill the queue.
 */
const UNPROVEN_FACTOR = 3

/** Index in SEVERITIES: 0 is the most severe. */
export function severityRank(category: CaseCategory): number {
  return SEVERITIES.indexOf(SEVERITY_OF[category])
}

export function severityOf(rank: number): Severity {
  return SEVERITIES[rank] ?? 'low'
}

interface ReporterTrust {
  record: ReporterRecord
  /** Undefined for the system. */
  registeredAt: Date | undefined
  /** Hours within which an account is new, by the community's settings. */
  newHours: number
}

/**
 * True for reports that lower the limits of their user. A single minor report by a user does not: it may be a weapon. A
 * system report does: a moderator or the server has seen the cause. A flagged photo does not: nobody has looked yet.
 */
export function limitsUser(reports: Pick<StoredReport, 'reporterId' | 'category' | 'flagged'>[]): boolean {
  const seen = reports.filter(({ flagged }) => !flagged)
  const reporterIds = new Set(seen.map(({ reporterId }) => reporterId))
  return reporterIds.size > 1 || reporterIds.has(SYSTEM_REPORTER_ID) || seen.some(isSevere)
}

function isSevere({ category }: Pick<StoredReport, 'category'>): boolean {
  return severityRank(category) <= SEVERITIES.indexOf('high')
}

/**
 * The time that orders the queue, earliest first: from severity, age, and the reporter's record and account. It does
 * not depend on the present: the order of two reports never changes, and none waits for ever.
 */
export function dueAtOf(
  { category, createdAt }: { category: CaseCategory; createdAt: Date },
  { record, registeredAt, newHours }: ReporterTrust,
): Date {
  const isNew = registeredAt !== undefined && createdAt.getTime() - registeredAt.getTime() < newHours * HOUR_MS
  const hours = RESPONSE_HOURS[SEVERITY_OF[category]] * factorOf(record, isNew)
  return new Date(createdAt.getTime() + hours * HOUR_MS)
}

/** Below 1 for trusted reporters, above 1 for new reporters and for authors of false reports. */
function factorOf({ upheld, dismissed, false: falseReports }: ReporterRecord, isNew: boolean): number {
  if (falseReports > upheld) return DOUBTED_FACTOR
  if (isNew && upheld === 0) return UNPROVEN_FACTOR
  return upheld >= TRUSTED_FROM && upheld >= 3 * dismissed ? TRUSTED_FACTOR : 1
}
