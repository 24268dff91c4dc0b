import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { observeNear } from '../../lib/view/observe-near.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export interface PagedList {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => unknown
}

/** End of a list: fetches the next page as it comes near, and again after a refetch has cancelled it. */
export function NextPage({ list }: { list: PagedList }) {
  const { hasNextPage, isFetching, isFetchNextPageError } = list
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(list)
  latest.current = list
  const isWaiting = hasNextPage && !isFetching && !isFetchNextPageError

  useEffect(() => {
    if (!isWaiting || !end.current) return
    return observeNear(end.current, () => void latest.current.fetchNextPage({ cancelRefetch: false }))
  }, [isWaiting])

  if (!hasNextPage) return null
  return (
    <div ref={end} className="grid min-h-16 flex-1 place-items-center text-zing">
      {isFetchNextPageError ? (
        <Button variant="outline" onClick={() => list.fetchNextPage({ cancelRefetch: false })}>{t`Try Again`}</Button>
      ) : (
        <Spinner />
      )}
    </div>
  )
}
