import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { caseRoute } from '@zing/proto/client-routes'
import type { CaseSummary } from '@zing/proto/moderation/cases'
import { Link } from 'react-router-dom'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { SeverityTag, Tag } from './tag.tsx'
import { categoriesText, nameOf, shortRecordText } from './words.ts'

export function CaseRow({ one }: { one: CaseSummary }) {
  const me = useUser()
  const { id, status, severity, user, reportCount, openedAt, dueAt, closedAt, claim, record } = one
  const reporter = record && shortRecordText(record)
  const at = closedAt ?? openedAt
  const isOverdue = status === 'open' && Date.parse(dueAt) < Date.now()
  return (
    <li>
      <Link
        to={caseRoute(id)}
        data-case={id} // for the key that takes the case
        className="flex flex-col gap-1.5 border-b border-line px-4 py-3 -outline-offset-2 hover:bg-surface lg:grid lg:grid-cols-[11rem_minmax(0,1fr)_13rem_5rem] lg:items-center lg:gap-x-4"
      >
        <span className="flex flex-wrap items-center gap-1.5 lg:contents">
          <span className="flex flex-wrap items-center gap-1.5">
            <SeverityTag severity={severity} />
            {isOverdue && <Tag className="border-warn text-warn">{t`Overdue`}</Tag>}
          </span>
          <time
            dateTime={at}
            title={exactTime(at)}
            className="ms-auto text-[13px] text-ink-2 lg:col-start-4 lg:row-start-1"
          >
            {shortTime(at)}
          </time>
        </span>
        <span className="flex min-w-0 flex-col gap-1.5 lg:col-start-2 lg:row-start-1 lg:gap-0.5">
          <span className="font-semibold">{categoriesText(one)}</span>
          <span className="text-sm text-ink-2 [overflow-wrap:anywhere]">
            <Trans>
              About <bdi>{nameOf(user)}</bdi>
            </Trans>
            {reportCount > 1 && ` · ${plural(reportCount, { one: '# report', other: '# reports' })}`}
            {reporter && ` · ${t`Reporter: ${reporter}`}`}
          </span>
        </span>
        {claim && (
          <span className="text-sm font-semibold text-ok [overflow-wrap:anywhere] lg:col-start-3 lg:row-start-1">
            {claim.userId === me.id ? (
              t`You have it`
            ) : (
              <Trans>
                <bdi>{claim.name ?? t`Another moderator`}</bdi> has it
              </Trans>
            )}
          </span>
        )}
      </Link>
    </li>
  )
}
