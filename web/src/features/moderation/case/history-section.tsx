import { t } from '@lingui/core/macro'
import { caseRoute } from '@zing/proto/client-routes'
import type { PastCase } from '@zing/proto/moderation/cases'
import { Link } from 'react-router-dom'
import { exactTime, shortTime } from '../../../lib/text/relative-time.ts'
import { categoriesText, decisionText } from '../words.ts'
import { CaseSection } from './case-section.tsx'

/** Other cases about the same user. */
export function HistorySection({ cases }: { cases: PastCase[] }) {
  return (
    <CaseSection title={t`Other cases about this member`}>
      {cases.length === 0 ? (
        <p className="text-ink-2">{t`None.`}</p>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {cases.map((one) => (
            <li key={one.id}>
              <Link
                to={caseRoute(one.id)}
                className="flex min-h-14 flex-col justify-center px-4 py-2 -outline-offset-2"
              >
                <span className="flex items-baseline gap-2">
                  <span className="min-w-0 flex-1 font-semibold">{categoriesText(one)}</span>
                  <time
                    dateTime={one.openedAt}
                    title={exactTime(one.openedAt)}
                    className="shrink-0 text-[13px] text-ink-2"
                  >
                    {shortTime(one.openedAt)}
                  </time>
                </span>
                <span className="text-sm text-ink-2">{outcomeOf(one)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </CaseSection>
  )
}

/** The decision that holds, if there is one. */
function outcomeOf({ decisions }: PastCase): string {
  const last = decisions.at(-1)
  if (!last) return t`Open`
  const decision = decisionText(last)
  return last.undoneAt === null ? decision : t`${decision} (undone)`
}
