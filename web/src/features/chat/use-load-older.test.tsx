import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { messagesQuery } from '../../queries/chat/messages.ts'
import { useLoadOlder } from './use-load-older.ts'

const PARTNER = 2

function setup(...results: ('cancelled' | 'page' | 'error')[]) {
  const client = new QueryClient()
  const show = (pages: number) =>
    client.setQueryData(messagesQuery(PARTNER).queryKey, { pages: Array(pages).fill([]), pageParams: [] })
  show(1)
  const fetchNextPage = vi.fn(async () => {
    const result = results.shift()
    if (result === 'page') show(2)
    return { data: [], hasNextPage: true, isFetchNextPageError: result === 'error' }
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook((partnerId) => useLoadOlder(partnerId, fetchNextPage), { wrapper, initialProps: PARTNER })
  return { load: () => hook.result.current(), open: hook.rerender, fetchNextPage }
}

test('when a refetch cancels the load of older messages, it begins anew', async () => {
  const { load, fetchNextPage } = setup('cancelled', 'page')
  expect(await load()).toEqual([])
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
})

test('two loads at once are one, and a later one is another', async () => {
  const { load, fetchNextPage } = setup('page', 'error')
  expect(await Promise.all([load(), load()])).toEqual([[], []])
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  expect(await load()).toBeNull()
})

test('when another chat opens during a load, its older messages load too', async () => {
  const { load, open, fetchNextPage } = setup('page', 'error')
  const first = load()
  open(PARTNER + 1)
  expect(await Promise.all([first, load()])).toEqual([[], null])
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
})
