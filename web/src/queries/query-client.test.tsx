import { type QueryClient, QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { getUnread, listBlocks, listConversations, listMessages } from '@zing/proto/http/chat'
import { listMatches, listNotifications } from '@zing/proto/http/social'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { pushHealth } from '../lib/push-health.ts'
import { quietApi } from '../test/render-at.tsx'
import { blocksQuery } from './blocks.ts'
import { conversationsQuery } from './conversations.ts'
import { messagesQuery, unreadQuery } from './messages.ts'
import { notificationsQuery } from './notifications.ts'
import { matchesQuery } from './profiles.ts'
import { createQueryClient } from './query-client.ts'
import { userQuery } from './user.ts'

const AN_HOUR_MS = 60 * 60_000
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  client = createQueryClient()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const useUnread = () => useQuery(unreadQuery)
const useChat = () => useInfiniteQuery(messagesQuery(2))
const useBlocks = () => useQuery(blocksQuery)
const useConversations = () => useQuery(conversationsQuery)
const useNotifications = () => useQuery(notificationsQuery)
const useMatches = () => useQuery(matchesQuery)

/** A component that shows the data; gone with what is returned. */
function show(useData: () => unknown): () => void {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(useData, { wrapper }).unmount
}

test.each([
  ['the number of unread messages', getUnread, useUnread, 10_000],
  ['the messages of a chat', listMessages, useChat, 5_000],
  ['who is blocked', listBlocks, useBlocks, 10_000],
  ['conversations', listConversations, useConversations, 30_000],
  ['notifications', listNotifications, useNotifications, 30_000],
])('%s: asked for at intervals while pushes cannot be trusted, and only then', async (_what, endpoint, useData, ms) => {
  const api = quietApi()
  show(useData)
  await pass(ms - 1)
  expect(api.calls(endpoint)).toHaveLength(1)
  await pass(1)
  expect(api.calls(endpoint)).toHaveLength(2)
  pushHealth.set(true)
  await pass(ms)
  const asked = api.calls(endpoint).length
  await pass(AN_HOUR_MS)
  expect(api.calls(endpoint)).toHaveLength(asked)
})

test.each([
  ['the number of unread messages', getUnread, useUnread, 15_000],
  ['the messages of a chat', listMessages, useChat, 2_000],
  ['notifications', listNotifications, useNotifications, 30_000],
])('%s: fresh for a while, then asked for by whoever shows it next', async (_what, endpoint, useData, ms) => {
  pushHealth.set(true)
  const api = quietApi()
  const hide = show(useData)
  await pass(0)
  hide()
  await pass(ms - 1)
  show(useData)()
  expect(api.calls(endpoint)).toHaveLength(1)
  await pass(1)
  show(useData)
  expect(api.calls(endpoint)).toHaveLength(2)
})

test('the number of unread messages is asked for three times more when it fails', async () => {
  pushHealth.set(true)
  const api = quietApi()
  api.refuse(getUnread, 503, 'Service temporarily unavailable. Please try again.')
  show(useUnread)
  await pass(AN_HOUR_MS)
  expect(api.calls(getUnread)).toHaveLength(4)
})

test('a chat that is looked at again is asked for again, once it is two seconds old', async () => {
  pushHealth.set(true)
  const api = quietApi()
  show(useChat)
  await pass(1_999)
  window.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(api.calls(listMessages)).toHaveLength(1)
  await pass(1)
  window.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  expect(api.calls(listMessages)).toHaveLength(2)
})

test('everything else is asked for once: not again in time, on focus, by another screen or after a failure', async () => {
  const api = quietApi()
  const hide = show(useMatches)
  await pass(AN_HOUR_MS)
  window.dispatchEvent(new Event('visibilitychange'))
  await pass(0)
  hide()
  show(useMatches)
  await pass(0)
  expect(api.calls(listMatches)).toHaveLength(1)

  client.clear()
  api.refuse(listMatches, 503, 'Service temporarily unavailable. Please try again.')
  show(useMatches)
  await pass(AN_HOUR_MS)
  expect(api.calls(listMatches)).toHaveLength(2)
})

test('a 401 is nobody where it is asked who this is, and an error everywhere else', async () => {
  const api = quietApi()
  for (const endpoint of [getUser, listMatches]) api.refuse(endpoint, 401, 'Not signed in')
  expect(await client.fetchQuery(userQuery)).toBeNull()
  await expect(client.fetchQuery(matchesQuery)).rejects.toMatchObject({ status: 401, message: 'Not signed in' })
})
