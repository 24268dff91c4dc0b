import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { hasRole } from '@zing/proto/accounts/roles'
import { clientRoutes } from '@zing/proto/client-routes'
import type { CaseSummary } from '@zing/proto/moderation/cases'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { casesQuery, useClaimCase } from '../../queries/moderation/moderation.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Shortcuts } from './case/shortcuts.tsx'
import { CaseRow } from './case-row.tsx'
import { DueToday } from './due-today.tsx'
import { HeldMessages } from './held-messages.tsx'
import { StaffNav } from './staff-nav.tsx'

type Status = CaseSummary['status']
type Tab = Status | 'held'

const tabList = () =>
  [
    { value: 'open', label: t({ message: 'Open', context: 'cases' }) },
    { value: 'closed', label: t({ message: 'Decided', context: 'cases' }) },
    { value: 'held', label: t`Held` },
  ] as const

/** Open cases in the order of the server, decided cases, and held messages. */
export function QueueScreen() {
  const { role } = useUser()
  const [search, setSearch] = useSearchParams()
  const tab = toTab(search.get('status'))
  const list = useRef<HTMLDivElement>(null)
  const { mutateAsync } = useClaimCase()

  const claim = useSingleFlight((id: number) =>
    mutateAsync(id).then(
      () => announce(t`You have taken the case`),
      (error: Error) => toastError(t`Couldn't take the case`, error.message),
    ),
  )

  function claimFocused(): void {
    const id = Number(document.activeElement?.getAttribute('data-case'))
    if (id > 0) void claim(id)
  }

  return (
    <main data-wide className="flex flex-col">
      <StaffNav />
      <div className="flex items-center gap-1 p-4 pb-2">
        <h2 className="flex-1 text-2xl">{t`Cases`}</h2>
        <Shortcuts
          list={[
            { key: 'j', text: t`Next case`, run: () => moveFocus(list.current, 1) },
            { key: 'k', text: t`Previous case`, run: () => moveFocus(list.current, -1) },
            { key: 'Enter', text: t`Open the case` },
            { key: 'c', text: t`Take the case`, run: claimFocused },
          ]}
        />
        {hasRole(role, 'admin') && (
          <Link
            to={clientRoutes.audit}
            className={buttonStyle({ variant: 'outline', size: 'sm' })}
          >{t`Audit log`}</Link>
        )}
      </div>
      <DueToday />
      <Tabs
        label={t`Cases`}
        tabs={tabList()}
        value={tab}
        onChange={(value) => setSearch(value === 'open' ? {} : { status: value }, { replace: true })}
        listClassName="mx-4 my-2"
        panelRef={list}
      >
        {tab === 'held' ? <HeldMessages /> : <Cases status={tab} />}
      </Tabs>
    </main>
  )
}

function toTab(status: string | null): Tab {
  return status === 'closed' || status === 'held' ? status : 'open'
}

const emptyWords = (): Record<Status, { title: string; hint: string }> => ({
  open: { title: t`No open cases`, hint: t`Every report has been decided.` },
  closed: { title: t`No decided cases`, hint: t`Cases show up here once they're decided.` },
})

function Cases({ status }: { status: Status }) {
  const cases = useInfiniteQuery(casesQuery(status))
  if (cases.isPending)
    return (
      <output aria-label={t`Loading cases`} className="grid min-h-[40dvh] place-items-center text-zing">
        <Spinner className="size-8" />
      </output>
    )
  if (cases.isLoadingError)
    return <LoadFailure title={t`Couldn't load cases`} error={cases.error} onRetry={cases.refetch} />
  if (cases.data.length === 0) return <EmptyState {...emptyWords()[status]} drawing="bell" />
  return (
    <>
      <ul className="border-t border-line">
        {cases.data.map((one) => (
          <CaseRow key={one.id} one={one} />
        ))}
      </ul>
      <ShowMore page={cases} className="p-4" />
    </>
  )
}

/** Moves the focus to the next or previous link of the list; at first to the first one. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>('a') ?? [])]
  const index = document.activeElement instanceof HTMLElement ? links.indexOf(document.activeElement) : -1
  links[index === -1 ? 0 : index + by]?.focus()
}
