import { t } from '@lingui/core/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { verificationsQuery } from '../../queries/moderation/verifications.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { StaffNav } from './staff-nav.tsx'
import { VerificationView } from './verifications/verification-view.tsx'

/** Verifications that wait, one at a time, the oldest first. */
export function VerificationsScreen() {
  const {
    data: list = [],
    isPending,
    isLoadingError,
    error,
    refetch,
    hasNextPage,
  } = useInfiniteQuery(verificationsQuery)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set())
  const waiting = list.filter(({ id }) => !decided.has(id))
  const found = waiting.findIndex(({ id }) => id === chosenId)
  const index = Math.max(0, found)
  const one = waiting[index]
  const wasDecided = useRef(false)

  useEffect(() => {
    if (!wasDecided.current || !one) return
    wasDecided.current = false
    document.getElementById('verification')?.focus()
  })

  function open(at: number): void {
    setChosenId(waiting[at]?.id ?? null)
  }

  /** The next one comes by itself; after the last one, the first that was left. */
  function goOn(id: number): void {
    wasDecided.current = true
    open(index + 1)
    setDecided(new Set([...decided, id]))
  }

  return (
    <main data-wide className="flex flex-1 flex-col">
      <StaffNav />
      <h2 className="sr-only">{t`Verifications`}</h2>
      {isPending ? (
        <output aria-label={t`Loading verifications`} className="grid min-h-[40dvh] place-items-center text-zing">
          <Spinner className="size-8" />
        </output>
      ) : isLoadingError ? (
        <LoadFailure title={t`Couldn't load verifications`} error={error} onRetry={refetch} />
      ) : one ? (
        <div className="flex flex-1 flex-col px-4 pt-2">
          <VerificationView
            key={one.id}
            one={one}
            place={t`${index + 1} of ${waiting.length}${hasNextPage ? '+' : ''}`}
            onDone={() => goOn(one.id)}
            onNext={() => open(Math.min(index + 1, waiting.length - 1))}
            onPrevious={() => open(Math.max(index - 1, 0))}
          />
        </div>
      ) : (
        <EmptyState
          title={t`Nobody is waiting`}
          hint={t`New verifications show up here by themselves.`}
          drawing="users"
        />
      )}
    </main>
  )
}
