import { useEffect } from 'react'
import type { PagedList } from './next-page.tsx'

/** So many cards take longer to decide about than the next page takes to come. */
const CARDS_LEFT = 8

/** Fetches the next page before the deck is used up, and again after a refetch has cancelled it. */
export function useNextPage(list: PagedList, cardsLeft: number): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const isDue = cardsLeft <= CARDS_LEFT && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isDue) void fetchNextPage({ cancelRefetch: false })
  }, [isDue, fetchNextPage])
}
