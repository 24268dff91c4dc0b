import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAST_MATCH_MS } from '@zing/proto/limits'
import { openReport } from '../../lib/state/report-store.ts'
import { wholeDays } from '../../lib/text/relative-time.ts'
import { pastMatchesQuery } from '../../queries/pairs/past-matches.ts'
import { PersonRow } from './person-row.tsx'
import { Section, SectionNote } from './section.tsx'
import { SectionLoading } from './section-loading.tsx'

/** Users whom the caller can still report, although they no longer see them. */
export function PastMatchesSection() {
  const client = useQueryClient()
  const query = useQuery(pastMatchesQuery)
  const { data: matches } = query
  return (
    <Section
      title={t`Past matches`}
      hint={t`Matches that ended in the last ${wholeDays(PAST_MATCH_MS)}. You can still report what happened.`}
    >
      <SectionLoading
        texts={{ loading: t`Loading your past matches`, failed: t`Couldn't load your past matches.` }}
        query={query}
      />
      {matches?.length === 0 && <SectionNote>{t`No matches have ended.`}</SectionNote>}
      {matches && matches.length > 0 && (
        <ul aria-label={t`Past matches`} className="divide-y divide-line">
          {matches.map((match) => (
            <PersonRow
              key={match.id}
              person={match}
              event={(when) => (match.isBlocked ? t`Blocked ${when}` : t`Ended ${when}`)}
              at={match.endedAt}
              action={t`Report`}
              label={(name) => t`Report ${name}`}
              onAction={() => openReport(client, match)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}
