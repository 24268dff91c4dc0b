import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Dashboard } from '@zing/proto/community/dashboard'
import { useState } from 'react'
import { timeAgo } from '../../lib/text/relative-time.ts'
import { dashboardQuery } from '../../queries/dashboard.ts'
import { settingsQuery } from '../../queries/moderation/settings.ts'
import { ScreenFailure } from '../../ui/load-failure.tsx'
import { ScreenSpinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { adviseOn, toDo } from './dashboard/advice.ts'
import { ToDo } from './dashboard/advice-list.tsx'
import { Numbers } from './dashboard/dashboard-numbers.tsx'
import { dayName } from './dashboard/sign-ups.tsx'
import { FallbackNotice } from './fallback-notice.tsx'

const windows = () =>
  [
    { value: '28', label: t`4 weeks` },
    { value: '91', label: t`3 months` },
    { value: '365', label: t`1 year` },
  ] as const
type Window = ReturnType<typeof windows>[number]['value']

/** The sentences that need an act, then all numbers. */
export function DashboardScreen() {
  const [window, setWindow] = useState<Window>('28')
  const { data, isPending, isLoadingError, error, refetch } = useQuery(dashboardQuery(Number(window)))
  const settings = useQuery(settingsQuery)
  if (isPending) return <ScreenSpinner label={t`Loading the dashboard`} />
  if (isLoadingError) return <ScreenFailure title={t`Couldn't load the dashboard`} error={error} onRetry={refetch} />
  const advice = adviseOn(data, Date.now())
  return (
    <main data-wide className="flex flex-col gap-4 p-4 lg:p-6">
      <h2 className="text-2xl">{t`Dashboard`}</h2>
      {settings.data && <FallbackNotice data={settings.data} />}
      <ToDo list={toDo(advice)} />
      <p aria-hidden className="-mb-2 text-[13px] text-ink-2">{t`Members who registered in the last`}</p>
      <Tabs
        label={t`Members who registered in the last`}
        tabs={windows()}
        value={window}
        onChange={setWindow}
        panelClassName="pt-4"
      >
        <Numbers numbers={data} advice={advice} />
      </Tabs>
      <p className="text-[13px] text-ink-2">{t`Counted ${countedAt(data)}, for members since ${dayName(data.from)}. Groups under ten are hidden, and nothing here names a member.`}</p>
    </main>
  )
}

function countedAt({ signUps, meetings, talks }: Dashboard): string {
  const at = signUps?.at ?? meetings?.at ?? talks?.at
  return at ? timeAgo(at) : t`once an hour, for the first time soon`
}
