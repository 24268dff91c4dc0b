import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAST_MATCH_MS } from '@zing/proto/limits'
import { openReport } from '../../lib/state/report-store.ts'
import { wholeDays } from '../../lib/text/relative-time.ts'
import { pastMatchesQuery } from '../../queries/pairs/past-matches.ts'
import { PersonRow } from './person-row.tsx'
import { Section } from './section.tsx'
import { SectionLoading } from './section-loading.tsx'

/** Users whom the caller can still report, although they no longer see them. */
const HINT = `Matches that ended in the last ${wholeDays(PAST_MATCH_MS)}. You can still report what happened.`

export function PastMatchesSection() {
  const client = useQueryClient()
  const query = useQuery(pastMatchesQuery)
  const { data: matches } = query
  return (
    <Section title="Past matches" hint={HINT}>
      <SectionLoading list="past matches" query={query} />
      {matches?.length === 0 && <p className="p-4 text-ink-2">No matches have ended.</p>}
      {matches && matches.length > 0 && (
        <ul aria-label="Past matches" className="divide-y divide-line">
          {matches.map((match) => (
            <PersonRow
              key={match.id}
              person={match}
              event={match.isBlocked ? 'Blocked' : 'Ended'}
              at={match.endedAt}
              action="Report"
              onAction={() => openReport(client, match)}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}
