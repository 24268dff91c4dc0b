import type { CaseReport, ModeratedUser } from '@zing/proto/moderation'
import { CATEGORY_NAMES } from '../../lib/moderation-words.ts'
import { exactTime, shortTime } from '../../lib/relative-time.ts'
import { CaseSection, Words } from './case-section.tsx'
import { EvidenceMessages } from './evidence-messages.tsx'
import { EvidenceProfile } from './evidence-profile.tsx'
import { nameOf, recordText } from './words.ts'

interface ReportSectionProps {
  report: CaseReport
  /** The user whom the report is about. */
  user: ModeratedUser
  number: number
  of: number
}

/** What one user has reported, and what the server has stored about it at that moment. */
export function ReportSection({ report, user, number, of }: ReportSectionProps) {
  const { reporter, record, category, text, createdAt, evidence } = report
  return (
    <CaseSection title={of > 1 ? `Report ${number} of ${of}` : 'Report'}>
      <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
        <p className="font-semibold">{CATEGORY_NAMES[category]}</p>
        {text !== null && <Words>{text}</Words>}
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          By <bdi>{nameOf(reporter)}</bdi> ·{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {shortTime(createdAt)}
          </time>
        </p>
        <p className="text-sm text-ink-2">{recordText(record)}</p>
      </div>
      <EvidenceProfile evidence={evidence} />
      {evidence.messages.length > 0 && (
        <EvidenceMessages messages={evidence.messages} user={user} reporter={reporter} />
      )}
      <p className="font-mono text-[13px] text-ink-2 [overflow-wrap:anywhere]">Sealed: {evidence.hash}</p>
    </CaseSection>
  )
}
