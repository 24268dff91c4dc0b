import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAST_MATCH_MS } from '@zing/proto/limits'
import type { PastMatch } from '@zing/proto/profiles/users'
import { openReport } from '../../lib/state/report-store.ts'
import { plainNameOf } from '../../lib/text/demo-name.ts'
import { exactTime, timeAgo, wholeDays } from '../../lib/text/relative-time.ts'
import { pastMatchesQuery } from '../../queries/pairs/past-matches.ts'
import { Button } from '../../ui/button.tsx'
import { Avatar } from '../../ui/person/avatar.tsx'
import { PersonName } from '../../ui/person/person-name.tsx'
import { Section } from './section.tsx'
import { SectionLoading } from './section-loading.tsx'

/** Users whom the caller can still report, although they no longer see them. */
const HINT = `Matches that ended in the last ${wholeDays(PAST_MATCH_MS)}. You can still report what happened.`

export function PastMatchesSection() {
  const query = useQuery(pastMatchesQuery)
  const { data: matches } = query
  return (
    <Section title="Past matches" hint={HINT}>
      <SectionLoading list="past matches" query={query} />
      {matches?.length === 0 && <p className="p-4 text-ink-2">No matches have ended.</p>}
      {matches && matches.length > 0 && (
        <ul aria-label="Past matches" className="divide-y divide-line">
          {matches.map((match) => (
            <Row key={match.id} match={match} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({ match }: { match: PastMatch }) {
  const client = useQueryClient()
  const { name, selfie, endedAt, isBlocked } = match
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-3">
      <Avatar name={name} photo={selfie} isDecorative className="size-11" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 font-semibold">
          <PersonName name={name} className="truncate" />
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={endedAt} title={exactTime(endedAt)}>
            {isBlocked ? 'Blocked' : 'Ended'} {timeAgo(endedAt)}
          </time>
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Report ${plainNameOf(name)}`}
        aria-haspopup="dialog"
        onClick={() => openReport(client, match)}
      >
        Report
      </Button>
    </li>
  )
}
