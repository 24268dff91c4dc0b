import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { QueuedApplication } from '@zing/proto/http/staff/applications'
import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { exactTime, shortTime } from '../../lib/text/relative-time.ts'
import { useMedia, WIDE } from '../../lib/view/use-media.ts'
import { applicationsQuery } from '../../queries/moderation/applications.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { ShowMore } from '../../ui/show-more.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ApplicationView } from './applications/application-view.tsx'
import { StaffNav } from './staff-nav.tsx'
import { Tag } from './tag.tsx'
import { nameOf, SIGN_NAMES } from './words.ts'

type Status = QueuedApplication['status']

const tabList = () =>
  [
    { value: 'pending', label: t({ message: 'Waiting', context: 'applications' }) },
    { value: 'refused', label: t({ message: 'Refused', context: 'applications' }) },
  ] as const

const USER = 'user'
const STATUS = 'status'

/** People who want to join, the oldest first. A phone shows either the list or one application. */
export function ApplicationsScreen() {
  const isWide = useMedia(WIDE)
  const [search, setSearch] = useSearchParams()
  const status: Status = search.get(STATUS) === 'refused' ? 'refused' : 'pending'
  const applications = useInfiniteQuery(applicationsQuery(status))
  const list = applications.data ?? []
  const chosenId = Number(search.get(USER))
  const chosen = list.find(({ user }) => user.id === chosenId) ?? (isWide ? list[0] : undefined)
  const index = chosen ? list.indexOf(chosen) : -1
  const wasDecided = useRef(false)

  useEffect(() => {
    if (!wasDecided.current || !chosen) return
    wasDecided.current = false
    document.getElementById('application')?.focus()
  })

  const searchFor = (userId: number | undefined, of: Status = status) =>
    new URLSearchParams({ ...(of === 'refused' && { [STATUS]: of }), ...(userId && { [USER]: String(userId) }) })

  function open(at: number): void {
    setSearch(searchFor(list[at]?.user.id), { replace: true })
  }

  /** The next one comes by itself; after the last one, the first that was left. */
  function goOn(): void {
    wasDecided.current = true
    open(index + 1 < list.length ? index + 1 : index > 0 ? 0 : list.length)
  }

  const view = chosen && (
    <ApplicationView
      key={chosen.user.id}
      one={chosen}
      place={t`${index + 1} of ${list.length}${applications.hasNextPage ? '+' : ''}`}
      onDone={goOn}
      onNext={index + 1 < list.length ? () => open(index + 1) : undefined}
      onPrevious={index > 0 ? () => open(index - 1) : undefined}
      onBack={isWide ? undefined : () => setSearch(searchFor(undefined), { replace: true })}
    />
  )
  if (view && !isWide)
    return (
      <main className="flex flex-1 flex-col p-4">
        <h2 className="sr-only">{t`Applications`}</h2>
        {view}
      </main>
    )
  return (
    <main data-wide className="flex flex-1 flex-col">
      <StaffNav />
      <h2 className="sr-only">{t`Applications`}</h2>
      <div className={clsx('flex-1', view && 'lg:grid lg:grid-cols-[22rem_minmax(0,1fr)]')}>
        <div className={clsx(view && 'lg:border-e lg:border-line')}>
          <Tabs
            label={t`Applications`}
            tabs={tabList()}
            value={status}
            onChange={(next) => setSearch(searchFor(undefined, next), { replace: true })}
            listClassName="m-4 mb-2"
          >
            {applications.isPending ? (
              <output aria-label={t`Loading applications`} className="grid min-h-[30dvh] place-items-center text-zing">
                <Spinner className="size-8" />
              </output>
            ) : applications.isLoadingError ? (
              <LoadFailure
                title={t`Couldn't load applications`}
                error={applications.error}
                onRetry={applications.refetch}
              />
            ) : list.length === 0 ? (
              <EmptyState
                title={status === 'pending' ? t`Nobody is waiting` : t`Nobody was refused`}
                hint={status === 'pending' ? t`New applications show up here by themselves.` : ''}
                drawing="users"
              />
            ) : (
              <ul className="border-t border-line">
                {list.map((one) => (
                  <Row
                    key={one.user.id}
                    one={one}
                    isChosen={one === chosen}
                    search={searchFor(one.user.id).toString()}
                  />
                ))}
              </ul>
            )}
            <ShowMore page={applications} className="p-4" />
          </Tabs>
        </div>
        {view && <div className="flex min-w-0 flex-col p-6">{view}</div>}
      </div>
    </main>
  )
}

interface RowProps {
  one: QueuedApplication
  isChosen: boolean
  search: string
}

function Row({ one, isChosen, search }: RowProps) {
  const { user, application, appliedAt, dueAt, signs, status } = one
  const isOverdue = status === 'pending' && Date.parse(dueAt) < Date.now()
  return (
    <li>
      <Link
        to={{ search }}
        replace
        aria-current={isChosen || undefined}
        className={clsx(
          'flex flex-col gap-1 border-b border-line px-4 py-3 -outline-offset-2 hover:bg-surface',
          isChosen && 'bg-surface',
        )}
      >
        <span className="flex items-baseline gap-2">
          <bdi className="text-ui-start min-w-0 flex-1 truncate font-semibold">{nameOf(user)}</bdi>
          <time dateTime={appliedAt} title={exactTime(appliedAt)} className="text-[13px] text-ink-2">
            {shortTime(appliedAt)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
          <bdi>{application.answer ?? t`No answer`}</bdi>
        </span>
        {(isOverdue || signs.length > 0 || application.asked) && (
          <span className="flex flex-wrap gap-1.5">
            {isOverdue && (
              <Tag className="border-warn text-warn">{t({ message: 'Overdue', context: 'an application' })}</Tag>
            )}
            {signs.map((sign) => (
              <Tag key={sign} className="border-warn text-warn">
                {t(SIGN_NAMES[sign])}
              </Tag>
            ))}
            {application.asked && <Tag>{application.asked.answer === null ? t`Asked` : t`Has replied`}</Tag>}
          </span>
        )}
      </Link>
    </li>
  )
}
