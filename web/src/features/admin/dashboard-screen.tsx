import { useQuery } from '@tanstack/react-query'
import type { Dashboard, Meetings, SignUps, Workload } from '@zing/proto/community/dashboard'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { exactTime, timeAgo } from '../../lib/text/relative-time.ts'
import { dashboardQuery } from '../../queries/dashboard.ts'
import { settingsQuery } from '../../queries/moderation/settings.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type Advice, adviseOn, ages, duration, percent, type Topic, toDo, type Urgency } from './advice.ts'
import { type Bar, BarShape, Bars, Count } from './charts/bars.tsx'
import { Line } from './charts/line.tsx'
import { FallbackNotice } from './fallback-notice.tsx'
import { genderPlural } from './words.ts'

const WINDOWS = [
  { value: '28', label: '4 weeks' },
  { value: '91', label: '3 months' },
  { value: '365', label: '1 year' },
] as const
type Window = (typeof WINDOWS)[number]['value']

/** The sentences that need an act, then all numbers. */
export function DashboardScreen() {
  const [window, setWindow] = useState<Window>('28')
  const { data, isPending, isLoadingError, error, refetch } = useQuery(dashboardQuery(Number(window)))
  const settings = useQuery(settingsQuery)
  if (isPending) return <ScreenSpinner label="Loading the dashboard" />
  if (isLoadingError)
    return (
      <main className="grid flex-1 place-items-center">
        <EmptyState title="Couldn't load the dashboard" hint={error.message} drawing="lost">
          <Button onClick={() => refetch()}>Try Again</Button>
        </EmptyState>
      </main>
    )
  const advice = adviseOn(data, Date.now())
  return (
    <main data-wide className="flex flex-col gap-4 p-4">
      <h2 className="text-2xl">Dashboard</h2>
      {settings.data && <FallbackNotice data={settings.data} />}
      <ToDo list={toDo(advice)} />
      <p aria-hidden className="-mb-2 text-[13px] text-ink-2">
        Members who registered in the last
      </p>
      <Tabs
        label="Members who registered in the last"
        tabs={WINDOWS}
        value={window}
        onChange={setWindow}
        panelClassName="pt-4"
      >
        <Numbers numbers={data} advice={advice} />
      </Tabs>
      <p className="text-[13px] text-ink-2">
        Counted {countedAt(data)}. Groups under ten are hidden, and nothing here names a member.
      </p>
    </main>
  )
}

function countedAt({ signUps, meetings, talks }: Dashboard): string {
  const at = signUps?.at ?? meetings?.at ?? talks?.at
  return at ? timeAgo(at) : 'once an hour, for the first time soon'
}

function ToDo({ list }: { list: Advice[] }) {
  return (
    <section aria-labelledby="to-do" className="rounded-card border border-line bg-surface p-4">
      <h3 id="to-do" className="text-lg">
        {list.length > 0 ? 'To do' : 'All is well'}
      </h3>
      {list.length === 0 && <p className="text-ink-2">No number needs you today.</p>}
      <ol className="divide-y divide-line">
        {list.map((one) => (
          <li key={one.topic} className="flex items-baseline gap-3 py-2 last:pb-0">
            <span className={`size-2.5 shrink-0 rounded-full ${MARKS[one.urgency].style}`}>
              <span className="sr-only">{MARKS[one.urgency].name}</span>
            </span>
            <Sentence advice={one} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const MARKS: Record<Urgency, { name: string; style: string }> = {
  0: { name: 'Nothing to do:', style: 'bg-ok' },
  1: { name: 'When you have time:', style: 'bg-ink-2' },
  2: { name: 'Soon:', style: 'bg-warn' },
  3: { name: 'Today:', style: 'bg-bad' },
}

function Sentence({ advice: { text, link } }: { advice: Advice }) {
  const style = 'inline-flex min-h-11 shrink-0 items-center font-semibold text-zing underline underline-offset-4'
  return (
    <div className="flex min-w-0 flex-1 flex-col items-start gap-x-4 [overflow-wrap:anywhere] sm:flex-row sm:items-baseline">
      <p className="flex-1">{text}</p>
      {link.to.startsWith('#') ? (
        <a href={link.to} className={style}>
          {link.label}
        </a>
      ) : (
        <RouterLink to={link.to} className={style}>
          {link.label}
        </RouterLink>
      )}
    </div>
  )
}

function Numbers({ numbers, advice }: { numbers: Dashboard; advice: Record<Topic, Advice> }) {
  const { signUps, meetings, workload, backup } = numbers
  return (
    <div className="gap-4 lg:columns-2">
      <Card title="From sign-up to staying" advice={advice.funnel}>
        <Bars caption="From sign-up to staying" heads={['Step', 'Members']} rows={funnelOf(numbers)} />
      </Card>
      <Card title="Sign-ups" advice={advice.hour}>
        {signUps && <SignUpLine signUps={signUps} />}
      </Card>
      <Card title="Where they came from" advice={advice.sources}>
        {signUps && <Bars caption="Where they came from" heads={['Source', 'Members']} rows={sourcesOf(signUps)} />}
      </Card>
      <Card title="Waiting for the first" advice={advice.speed}>
        <Facts
          facts={[
            ['Match', hoursOrHidden(meetings?.hoursToMatch)],
            ['Reply', hoursOrHidden(numbers.talks?.hoursToReply)],
          ]}
        />
      </Card>
      <Card title="Who looks for whom" advice={advice.balance}>
        {meetings && <Balance balance={meetings.balance} />}
      </Card>
      <Card title="Empty feeds" advice={advice.emptyFeed}>
        {meetings?.emptyFeed && <EmptyFeeds {...meetings.emptyFeed} />}
      </Card>
      <Card title="Active members" advice={advice.active}>
        <Facts facts={[['In the last 28 days', <Count key="active" value={meetings?.active ?? null} />]]} />
      </Card>
      <Card title="Moderation" advice={advice.moderation}>
        {workload && <Facts facts={workloadOf(workload)} />}
      </Card>
      <Card title="Backup" advice={advice.backup} id="backup">
        <Facts facts={[['Last one', backup ? exactTime(backup.at) : 'unknown']]} />
        <p className="pt-2 text-sm text-ink-2">
          On the machine with the repository:{' '}
          <code className="[overflow-wrap:anywhere]">npm run backup -- backups/today</code>. Copies by other tools are
          not seen here.
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
      <Sentence advice={advice} />
      {children && <div className="pt-2">{children}</div>}
    </section>
  )
}

function funnelOf({ signUps, meetings, talks }: Dashboard): Bar[] {
  const members = signUps?.members ?? null
  const step = (label: string, value: number | null | undefined, of = members): Bar => ({
    label,
    value: value ?? null,
    of: of ?? 0,
    note: value !== null && value !== undefined && of ? percent(value / of) : undefined,
  })
  const [week, month] = [meetings?.after7Days, meetings?.after28Days]
  return [
    { label: 'Signed up', value: members, of: members ?? 0 },
    step('Have a photo', signUps?.withPhoto),
    step('Have liked somebody', meetings?.liked),
    step('Have a match', meetings?.matched),
    step('Have written', talks?.wrote),
    step('Talk with somebody', talks?.replied),
    step('Still here after 7 days', week?.stayed, week?.members ?? null),
    step('Still here after 28 days', month?.stayed, month?.members ?? null),
  ]
}

function SignUpLine({ signUps }: { signUps: SignUps }) {
  const points = signUps.byDay.map(({ day, members }) => ({ label: dayName(day), value: members }))
  if (points.every(({ value }) => value === null))
    return <p className="text-sm text-ink-2">No day has ten sign-ups, so there is no line.</p>
  return <Line caption="Sign-ups by day" heads={['Day', 'Members']} points={points} />
}

/** Formats as "2 Mar 2026". */
function dayName(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

function sourcesOf({ sources, otherSources, members }: SignUps): Bar[] {
  const named = sources.map(({ label, members: value }) => ({ label: nameOf(label), value, of: members ?? value }))
  return otherSources === null
    ? named
    : [...named, { label: 'Others', value: otherSources, of: members ?? otherSources }]
}

function nameOf(label: string | null): ReactNode {
  if (label === null) return 'Without an invitation'
  return label === '' ? 'Invitations without a label' : <bdi>{label}</bdi>
}

function EmptyFeeds({ asked, empty }: { asked: number; empty: number | null }) {
  const rows = [
    { label: 'See nobody', value: empty, of: asked },
    { label: 'Active members asked', value: asked, of: asked },
  ]
  return <Bars caption="Empty feeds" heads={['Group', 'Members']} rows={rows} />
}

function Balance({ balance }: { balance: Meetings['balance'] }) {
  const shown = balance.filter(({ members, seekers }) => members !== null || seekers !== null)
  const most = Math.max(1, ...shown.flatMap(({ members, seekers }) => [members ?? 0, seekers ?? 0]))
  if (shown.length === 0) return null
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Who looks for whom</caption>
      <thead className="text-[13px] text-ink-2">
        <tr className="flex gap-3">
          <th scope="col" className="flex-1 text-start font-normal">
            Group
          </th>
          <th scope="col" className="flex w-16 items-center justify-end gap-1 font-normal">
            <Swatch className="bg-zing" /> Here
          </th>
          <th scope="col" className="flex w-20 items-center justify-end gap-1 font-normal">
            <Swatch className="bg-ink-2" /> Wanted
          </th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ gender, ageFrom, ageTo, members, seekers }) => (
          <tr key={`${gender}${ageFrom}`} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <th scope="row" className="min-w-0 flex-1 text-start font-normal">
              {genderPlural(gender)} <span className="whitespace-nowrap">{ages({ ageFrom, ageTo })}</span>
            </th>
            <td className="w-16 text-end tabular-nums">
              <Count value={members} />
            </td>
            <td className="w-20 text-end tabular-nums">
              <Count value={seekers} />
            </td>
            <td aria-hidden className="grid basis-full gap-0.5 pt-1">
              <BarShape share={(members ?? 0) / most} />
              <BarShape share={(seekers ?? 0) / most} className="fill-ink-2" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Swatch({ className }: { className: string }) {
  return <span aria-hidden className={`size-2.5 rounded-full ${className}`} />
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
    ['Reports', reports],
    ['Moderators active this week', activeModerators],
    ['Open cases', openCases],
    ['Oldest open case', oldestCaseHours === null ? 'none' : duration(oldestCaseHours)],
  ]
}

function hoursOrHidden(hours: number | null | undefined): ReactNode {
  return typeof hours === 'number' ? `${duration(hours)} after the sign-up` : <Count value={null} />
}
