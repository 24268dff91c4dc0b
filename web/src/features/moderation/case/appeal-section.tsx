import { t } from '@lingui/core/macro'
import { caseRoute } from '@zing/proto/client-routes'
import type { ModerationCase } from '@zing/proto/moderation/cases'
import { Link } from 'react-router-dom'
import { exactTime, shortTime } from '../../../lib/text/relative-time.ts'
import { buttonStyle } from '../../../ui/button.tsx'
import { DecisionFacts } from '../decision/decision-section.tsx'
import { CaseSection, Words } from './case-section.tsx'

/** The user's words against a decision, and that decision. */
export function AppealSection({ appeal }: { appeal: NonNullable<ModerationCase['appeal']> }) {
  const { caseId, text, createdAt, decision } = appeal
  return (
    <CaseSection title={t`Appeal`}>
      <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
        <Words>{text}</Words>
        <p className="text-sm text-ink-2">
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {shortTime(createdAt)}
          </time>
        </p>
      </div>
      <h4 className="font-semibold">{t`Against this decision`}</h4>
      <DecisionFacts decision={decision} />
      <Link to={caseRoute(caseId)} className={buttonStyle({ variant: 'outline', size: 'sm' })}>
        {t`Open case ${caseId}`}
      </Link>
    </CaseSection>
  )
}
