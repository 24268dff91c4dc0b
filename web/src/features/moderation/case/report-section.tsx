import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { caseRoute } from '@zing/proto/client-routes'
import { type CaseReport, SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { Evidence } from '@zing/proto/moderation/evidence'
import type { ModeratedUser } from '@zing/proto/moderation/moderated-user'
import { Link } from 'react-router-dom'
import { locale } from '../../../lib/language/locale.ts'
import { exactTime, shortTime } from '../../../lib/text/relative-time.ts'
import { DismissReports } from '../decision/dismiss-reports.tsx'
import { SealDetails } from '../seal-details.tsx'
import { Tag } from '../tag.tsx'
import { CASE_CATEGORY_NAMES, nameOf, recordText, signText } from '../words.ts'
import { CaseSection, Words } from './case-section.tsx'
import { ComparePhotos } from './compare-photos.tsx'
import { EvidenceMessages } from './evidence-messages.tsx'
import { EvidenceProfile } from './evidence-profile.tsx'
import { reportElementId } from './use-seen-reports.ts'

interface ReportSectionProps {
  report: CaseReport
  /** The user whom the report is about. */
  user: ModeratedUser
  number: number
  of: number
  /** It has arrived since the case was opened. */
  isNew: boolean
  /** The open case, if the moderator may decide it; else null. */
  dismissedFrom: number | null
}

/** One user's report, and the evidence that the server stored with it. */
export function ReportSection({ report, user, number, of, isNew, dismissedFrom }: ReportSectionProps) {
  const { id, reporter, record, category, text, createdAt, evidence, match, flagged } = report
  const isOfSystem = reporter.id === SYSTEM_REPORTER_ID
  return (
    <CaseSection
      id={reportElementId(id)}
      title={
        <>
          {of > 1 ? t`Report ${number} of ${of}` : t({ message: 'Report', context: 'a heading' })}
          {isNew && (
            <>
              {' '}
              <Tag className="border-warn text-warn">{t({ message: 'New', context: 'a report' })}</Tag>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
        <p className="font-semibold">{t(CASE_CATEGORY_NAMES[category])}</p>
        {match && <MatchText match={match} evidence={evidence} />}
        {flagged && (
          <p>{t`A photo may be explicit (${percent(flagged.nakedness)}). Others see it blurred until this case is decided.`}</p>
        )}
        {text !== null && <Words>{text}</Words>}
        <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
          {isOfSystem ? (
            t`By the system`
          ) : (
            <Trans>
              By <bdi>{nameOf(reporter)}</bdi>
            </Trans>
          )}{' '}
          ·{' '}
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {shortTime(createdAt)}
          </time>
        </p>
        {!isOfSystem && <p className="text-sm text-ink-2">{recordText(record)}</p>}
        {!isOfSystem && dismissedFrom !== null && <DismissReports reporter={reporter} caseId={dismissedFrom} />}
      </div>
      <EvidenceProfile evidence={evidence} flagged={flagged?.photoVersion} />
      {evidence.messages.length > 0 && (
        <EvidenceMessages messages={evidence.messages} user={user} reporter={reporter} />
      )}
      <SealDetails>{t`Sealed: ${evidence.hash}`}</SealDetails>
    </CaseSection>
  )
}

function percent(part: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent' }).format(part)
}

interface MatchTextProps {
  match: NonNullable<CaseReport['match']>
  evidence: Evidence
}

/** People look alike: the moderator compares the accounts. */
function MatchText({ match: { sign, caseId }, evidence }: MatchTextProps) {
  if (caseId === null)
    return (
      <p>
        {signText(sign)} {t`The ban's case is no longer kept.`}
      </p>
    )
  return (
    <>
      <p>
        {signText(sign)}{' '}
        <Link
          to={caseRoute(caseId)}
          className="font-semibold underline underline-offset-4"
        >{t`See the ban's case`}</Link>
      </p>
      {sign !== 'username' && <ComparePhotos evidence={evidence} caseId={caseId} />}
    </>
  )
}
