import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MATCH_WAIT_MAX_MS, MATCHES_WAITING_MAX } from '../limits.ts'
import { closeMatch, forgetMatch, holdMatches, showMatch, shownMatch } from './match-store.ts'

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

const user = (id: number) => ({ id, name: `User ${id}`, selfie: null })
const shownId = () => shownMatch(client).get()?.id ?? null

async function close(): Promise<number | null> {
  closeMatch(client)
  await Promise.resolve()
  return shownId()
}

afterEach(() => vi.useRealTimers())

test('a match that comes while another one is shown follows it, each once', async () => {
  for (const id of [1, 2, 1, 2, 3]) showMatch(client, user(id))
  expect(shownId()).toBe(1)
  expect([await close(), await close(), await close()]).toEqual([2, 3, null])
  showMatch(client, user(2))
  expect(shownId()).toBeNull()
})

test('no more than MATCHES_WAITING_MAX matches wait', async () => {
  for (let id = 1; id <= MATCHES_WAITING_MAX + 3; id++) showMatch(client, user(id))
  for (let id = 2; id <= MATCHES_WAITING_MAX + 1; id++) expect(await close()).toBe(id)
  expect(await close()).toBeNull()
})

test('a match that has waited for MATCH_WAIT_MAX_MS is not shown, a newer one is', async () => {
  vi.useFakeTimers()
  for (const id of [1, 2]) showMatch(client, user(id))
  vi.advanceTimersByTime(MATCH_WAIT_MAX_MS - 1)
  showMatch(client, user(3))
  vi.advanceTimersByTime(1)
  expect([await close(), await close()]).toEqual([3, null])
})

test('a match that ends while it waits is not shown', async () => {
  for (const id of [1, 2, 3]) showMatch(client, user(id))
  forgetMatch(client, 2)
  forgetMatch(client, 1)
  await Promise.resolve()
  expect([shownId(), await close()]).toEqual([3, null])
})

test('while the user leaves the screen no match is shown, and then the next one is', async () => {
  for (const id of [1, 2]) showMatch(client, user(id))
  await holdMatches(client, async () => {
    expect(await close()).toBeNull()
  })
  expect(shownId()).toBe(2)
})
