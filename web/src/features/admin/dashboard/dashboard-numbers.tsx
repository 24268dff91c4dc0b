import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Dashboard, Talks, Workload } from '@zing/proto/community/dashboard'
import type { ReactNode } from 'react'
import { exactTime } from '../../../lib/text/relative-time.ts'
import { Bars, Count } from '../charts/bars.tsx'
import { Sentence } from './advice-list.tsx'
import type { Advice, Topic } from './advice-parts.ts'
import { Balance } from './balance.tsx'
import { funnelOf } from './funnel.ts'
import { duration, megabytes } from './numbers.ts'
import { SignUpLine, sourcesOf } from './sign-ups.tsx'

/** All numbers, each on a card with its sentence. */
export function Numbers({ numbers, advice }: { numbers: Dashboard; advice: Record<Topic, Advice> }) {
  const { signUps, meetings, talks, workload, backup } = numbers
  return (
    <div className="gap-4 lg:columns-2">
      <Card title={t`From sign-up to staying`} advice={advice.funnel}>
        <Bars caption={t`From sign-up to staying`} heads={[t`Step`, t`Members`]} rows={funnelOf(numbers)} />
      </Card>
      <Card title={t`Sign-ups`} advice={advice.hour}>
        {signUps && <SignUpLine signUps={signUps} />}
      </Card>
      <Card title={t`Where they came from`} advice={advice.sources}>
        {signUps && (
          <Bars caption={t`Where they came from`} heads={[t`Source`, t`Members`]} rows={sourcesOf(signUps)} />
        )}
      </Card>
      <Card title={t`Waiting for the first`} advice={advice.speed}>
        <Facts
          facts={[
            [t`Match`, hoursOrHidden(meetings?.hoursToMatch)],
            [t({ message: 'Reply', context: 'an event' }), hoursOrHidden(talks?.hoursToReply)],
          ]}
        />
      </Card>
      <Card title={t`Who looks for whom`} advice={advice.balance}>
        {meetings && <Balance balance={meetings.balance} />}
      </Card>
      <Card title={t`Empty feeds`} advice={advice.emptyFeed}>
        {meetings?.emptyFeed && <EmptyFeeds {...meetings.emptyFeed} />}
      </Card>
      <Card title={t`Active members`} advice={advice.active}>
        <Facts facts={[[t`In the last 28 days`, <Count key="active" value={meetings?.active ?? null} />]]} />
      </Card>
      <Card title={t`Moderation`} advice={advice.moderation}>
        {workload && <Facts facts={workloadOf(workload)} />}
      </Card>
      <Card title={t`Photos and voice messages`} advice={advice.storage}>
        {talks?.media && <Facts facts={storageOf(talks.media)} />}
      </Card>
      <Card title={t`Backup`} advice={advice.backup} id="backup">
        <Facts facts={[[t`Last one`, backup ? exactTime(backup.at) : t`unknown`]]} />
        <p className="pt-2 text-sm text-ink-2">
          <Trans>
            On the machine with the repository:{' '}
            <code className="[overflow-wrap:anywhere]">npm run backup -- backups/today</code>. Copies by other tools are
            not seen here.
          </Trans>
        </p>
      </Card>
    </div>
  )
}

interface CardProps {
  title: string
  advice: Advice
  id?: string
  children?: ReactNode
}

function Card({ title, advice, id, children }: CardProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="mb-4 break-inside-avoid scroll-mt-20 rounded-card border border-line bg-surface p-4"
    >
      <h3 className="text-lg">{title}</h3>
      <Sentence advice={advice} isStacked />
      {children && <div className="pt-2">{children}</div>}
    </section>
  )
}

function EmptyFeeds({ asked, empty }: { asked: number; empty: number | null }) {
  const rows = [
    { label: t`See nobody`, value: empty, of: asked },
    { label: t`Active members asked`, value: asked, of: asked },
  ]
  return <Bars caption={t`Empty feeds`} heads={[t`Group`, t`Members`]} rows={rows} />
}

function Facts({ facts }: { facts: [string, ReactNode][] }) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name} className="flex justify-between gap-3 py-1.5">
          <dt>{name}</dt>
          <dd className="text-end font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function workloadOf({ reports, openCases, oldestCaseHours, activeModerators }: Workload): [string, ReactNode][] {
  return [
    [t`Reports`, reports],
    [t`Moderators active this week`, activeModerators],
    [t`Open cases`, openCases],
    [t`Oldest open case`, oldestCaseHours === null ? t`none` : duration(oldestCaseHours)],
  ]
}

function storageOf({ bytes, senders }: NonNullable<Talks['media']>): [string, ReactNode][] {
  return [
    [t({ message: 'Stored', context: 'a size' }), megabytes(bytes)],
    [
      t`For each member who sends some`,
      senders === null ? <Count key="senders" value={null} /> : megabytes(bytes / senders),
    ],
  ]
}

function hoursOrHidden(hours: number | null | undefined): ReactNode {
  return typeof hours === 'number' ? t`${duration(hours)} after the sign-up` : <Count value={null} />
}
