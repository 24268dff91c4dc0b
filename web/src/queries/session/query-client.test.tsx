import { type QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { errors } from '@zing/proto/errors'
import { getUser } from '@zing/proto/http/auth'
import { listBlocks, listConversations, listMessages } from '@zing/proto/http/chat'
import { setDiscoveryPreferences } from '@zing/proto/http/discovery'
import { listMatches, listNotifications } from '@zing/proto/http/social'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { type ReactNode, useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { pushHealth } from '../../lib/device/push-health.ts'
import { setupApi } from '../../test/render-at.tsx'
import { openPage } from '../../test/session.ts'
import { blocksQuery } from '../chat/blocks.ts'
import { unreadQuery } from '../chat/conversations.ts'
import { messagesQuery } from '../chat/messages.ts'
import { useSavePreferences } from '../discovery.ts'
import { notificationsQuery } from '../notifications.ts'
import { matchesQuery } from '../profiles.ts'
import { updatePolling } from './query-client.ts'
import { userQuery } from './user.ts'

const HOUR_MS = 60 * 60_000
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  client = openPage()
})

const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const useUnread = () => useQuery(unreadQuery)
const useChat = () => useInfiniteQuery(messagesQuery(2))
const useBlocks = () => useQuery(blocksQuery)
const useNotifications = () => useQuery(notificationsQuery)
const useMatches = () => useQuery(matchesQuery)

/** Mounts a component that uses the data; returns its unmount. */
function mount(useData: () => unknown): () => void {
  return render(useData).unmount
}

function render(useData: () => unknown) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(useData, { wrapper })
}

test.each([
  ['the number of unread messages', listConversations, useUnread, 10_000],
  ['the messages of a chat', listMessages, useChat, 5_000],
  ['blocked users', listBlocks, useBlocks, 10_000],
  ['notifications', listNotifications, useNotifications, 30_000],
])(
  '%s: polled while pushes cannot be trusted, and only then (7.unread.poll, 9.unread.poll, 9.chat, 9.block-check)',
  async (_what, endpoint, useData, ms) => {
    const api = setupApi()
    mount(useData)
    await advance(ms - 1)
    expect(api.calls(endpoint)).toHaveLength(1)
    await advance(1)
    expect(api.calls(endpoint)).toHaveLength(2)
    pushHealth.set(true)
    await advance(ms)
    const before = api.calls(endpoint).length
    await advance(HOUR_MS)
    expect(api.calls(endpoint)).toHaveLength(before)
    pushHealth.set(false)
    updatePolling(client) // nothing renders
    await advance(ms)
    expect(api.calls(endpoint)).toHaveLength(before + 1)
  },
)

test.each([
  ['the number of unread messages', listConversations, useUnread, 15_000],
  ['the messages of a chat', listMessages, useChat, 2_000],
  ['notifications', listNotifications, useNotifications, 30_000],
])(
  '%s: fresh for a while, then refetched on the next mount (7.unread.fresh, 9.notifications, 9.unread.fresh)',
  async (_what, endpoint, useData, ms) => {
    pushHealth.set(true)
    const api = setupApi()
    const unmount = mount(useData)
    await advance(0)
    unmount()
    await advance(ms - 1)
    mount(useData)()
    expect(api.calls(endpoint)).toHaveLength(1)
    await advance(1)
    mount(useData)
    expect(api.calls(endpoint)).toHaveLength(2)
  },
)

test('a failed request for the unread count is retried three times (7.unread.retry, 9.unread.retry)', async () => {
  pushHealth.set(true)
  const api = setupApi()
  api.reject(listConversations, 503, 'Service temporarily unavailable. Please try again.')
  mount(useUnread)
  await advance(HOUR_MS)
  expect(api.calls(listConversations)).toHaveLength(4)
})

test('a chat is refetched on window focus once it is two seconds old (7.messages.poll)', async () => {
  pushHealth.set(true)
  const api = setupApi()
  mount(useChat)
  await advance(1_999)
  window.dispatchEvent(new Event('visibilitychange'))
  await advance(0)
  expect(api.calls(listMessages)).toHaveLength(1)
  await advance(1)
  window.dispatchEvent(new Event('visibilitychange'))
  await advance(0)
  expect(api.calls(listMessages)).toHaveLength(2)
})

test('other queries are fetched once: not over time, on focus, on a mount or after a failure (9.fetch)', async () => {
  const api = setupApi()
  const unmount = mount(useMatches)
  await advance(HOUR_MS)
  window.dispatchEvent(new Event('visibilitychange'))
  await advance(0)
  unmount()
  mount(useMatches)
  await advance(0)
  expect(api.calls(listMatches)).toHaveLength(1)

  client.clear()
  api.reject(listMatches, 503, 'Service temporarily unavailable. Please try again.')
  mount(useMatches)
  await advance(HOUR_MS)
  expect(api.calls(listMatches)).toHaveLength(2)
})

test.each([
  ['a query', listMatches, useMatches],
  ['a change that can be repeated', setDiscoveryPreferences, useSaved],
])('an election of 10 s shows no error: %s waits for it (10.hosts.election)', async (_what, endpoint, useData) => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const api = setupApi()
  api.reject(endpoint, 503, errors.unavailable().body, { 'retry-after': '1' })
  delayResponses(2_000) // the driver's wait for a primary
  const { result } = render(useData)
  await advance(10_000)
  expect(result.current).toMatchObject({ error: null, data: undefined })
  if (endpoint === listMatches) api.respond(listMatches, [])
  else api.respond(setDiscoveryPreferences, NO_PREFERENCES)
  await advance(4_000)
  expect(result.current).toMatchObject({ error: null, isSuccess: true })
})

test('when a server is unavailable for longer, a query fails after five attempts (9.fetch)', async () => {
  const api = setupApi()
  api.reject(listMatches, 503, errors.unavailable().body)
  const { result } = render(useMatches)
  await advance(HOUR_MS)
  expect(result.current).toMatchObject({ isError: true })
  expect(api.calls(listMatches)).toHaveLength(5)
})

function useSaved() {
  const saving = useSavePreferences()
  const { mutate } = saving
  useEffect(() => mutate(NO_PREFERENCES), [mutate])
  return saving
}

function delayResponses(ms: number): void {
  const respond = fetch
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    await new Promise((resolve) => setTimeout(resolve, ms))
    return respond(...call)
  })
}

test('a 401 means null for the user query and an error for every other query (7.401)', async () => {
  const api = setupApi()
  for (const endpoint of [getUser, listMatches]) api.reject(endpoint, 401, 'Not signed in')
  expect(await client.fetchQuery(userQuery)).toBeNull()
  await expect(client.fetchQuery(matchesQuery)).rejects.toMatchObject({ status: 401, message: 'Not signed in' })
})
