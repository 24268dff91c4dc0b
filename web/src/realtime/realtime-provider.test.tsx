import { fireEvent, screen, waitFor } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { likeUser, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { RESUME_WITHIN_MS } from '../lib/limits.ts'
import { freezeClock } from '../test/clock.ts'
import { ada, profile, renderAt, setupApi } from '../test/render-at.tsx'

const ENDPOINTS = [listConversations, listNotifications, listMatches, getUser]

async function open() {
  const api = setupApi()
  const { socket } = renderAt('/messages')
  await screen.findByText('No matches yet')
  const { advance } = freezeClock()
  socket.open()
  const connect = () => socket.push({ type: 'CONNECTED', userId: ada.id })
  return { api, socket, connect, advance, counts: () => ENDPOINTS.map((endpoint) => api.calls(endpoint).length) }
}

const plus = (counts: number[], by: number[]) => counts.map((count, index) => count + (by[index] ?? 0))

test('every connection refetches what may have changed meanwhile, but the first not the user', async () => {
  const { socket, connect, advance, counts } = await open()
  const before = counts()
  connect()
  await advance(0)
  expect(counts()).toEqual(plus(before, [1, 1, 1, 0]))

  socket.close(1006)
  await advance(1_400) // the first delay, with all of its jitter
  socket.open()
  connect()
  await advance(0)
  expect(counts()).toEqual(plus(before, [2, 2, 2, 1]))
})

test('when the client starts, it fetches the feed once, and after a longer absence again', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  const { socket } = renderAt('/feed')
  const like = await screen.findByRole('button', { name: 'Like Ben' })
  const { advance } = freezeClock()
  const connect = async () => {
    socket.connect()
    await advance(0)
    return api.calls(listUsers).length
  }
  expect(await connect()).toBe(1)
  socket.close(1006)
  await advance(RESUME_WITHIN_MS + 1)
  fireEvent.click(like) // changes the cached feed, which is as old as before
  await advance(0)
  document.dispatchEvent(new Event('visibilitychange')) // connects, unless it does already
  expect(await connect()).toBe(2)
})

const conversationWith = (partnerId: number) => ({ partnerId, lastMessage: null, unread: 0 })

test.each([
  ['are the same', 1, [conversationWith(2)]],
  ['are others', 2, [conversationWith(3)]],
  ['are more', 2, [conversationWith(2), conversationWith(3)]],
  ['are gone', 2, []],
  ['cannot be loaded', 2, null],
])(
  'when a client starts and its conversations %s, its fetches of matches are %i',
  async (_, fetches, conversations) => {
    const api = setupApi()
    api.respond(listUsers, [profile(4, 'Cleo')])
    api.respond(listMatches, [{ ...profile(2, 'Ben'), matchedAt: '2026-01-01T10:00:00.000Z' }])
    if (conversations) api.respond(listConversations, conversations)
    else api.reject(listConversations, 400, 'no')
    const { socket } = renderAt('/feed')
    await screen.findByRole('button', { name: 'Like Cleo' })
    const { advance } = freezeClock()
    socket.connect()
    await advance(1_000)
    expect(api.calls(listMatches)).toHaveLength(fetches)
  },
)

const VERSIONS = { matches: 'a', messages: 'b', notifications: 'c' }

/** Opens the app with versions, loses the socket for a while and comes back with other versions. Returns the new calls. */
async function comeBack(versions: Partial<typeof VERSIONS>, { afterMs = 1_400, isFetched = true } = {}) {
  const { api, socket, advance, counts } = await open()
  if (!isFetched) api.reject(listConversations, 503, 'away')
  socket.push({ type: 'CONNECTED', userId: ada.id, versions: VERSIONS })
  await advance(0)
  socket.close(1006)
  await advance(afterMs)
  document.dispatchEvent(new Event('visibilitychange')) // connects, unless it does already
  const whileAway = counts()
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id, versions })
  await advance(0)
  return counts().map((count, index) => count - (whileAway[index] ?? 0))
}

test('when nothing has changed, a client that comes back fetches nothing (10.storm.resume)', async () => {
  expect(await comeBack(VERSIONS)).toEqual([0, 0, 0, 0])
})

test.each([
  ['messages', [1, 0, 0, 0]],
  ['notifications', [0, 1, 0, 1]],
  ['matches', [1, 1, 1, 0]],
])('when %s have changed, a client that comes back fetches what shows them (INV-9)', async (part, calls) => {
  expect(await comeBack({ ...VERSIONS, [part]: 'new' })).toEqual(calls)
})

test('a part without a version is fetched (INV-9)', async () => {
  expect(await comeBack({ matches: 'a', messages: 'b' })).toEqual([0, 1, 0, 1])
})

test('what could not be fetched after the last connection is fetched after the next one (INV-9)', async () => {
  expect((await comeBack(VERSIONS, { isFetched: false }))[0]).toBe(1)
})

test('after two minutes without a socket everything is fetched', async () => {
  expect(await comeBack(VERSIONS, { afterMs: 125_000 })).toEqual([1, 1, 1, 1])
})

test('counts and unread marks are fetched once the socket is connected, and only once', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(2, 'Ben', { isMatch: true })])
  const { socket } = renderAt('/feed')
  await screen.findByText('Chat with Ben')
  const calls = () => [listNotifications, listConversations].map((endpoint) => api.calls(endpoint).length)
  expect(calls()).toEqual([0, 0])

  socket.connect()
  await waitFor(() => expect(calls()).toEqual([1, 1]))
  socket.push({ type: 'NOTIFICATION_COUNT', count: 0 })
  expect(calls()).toEqual([1, 1])
})

test('a connection lets photos that could not be loaded load again', async () => {
  setupApi().respond(listMatches, [profile(2, 'Ben', { isMatch: true })])
  const { socket } = renderAt('/feed')
  const photo = () => screen.getByRole('link', { name: /Chat with Ben/ }).querySelector('img')
  await screen.findByText('Chat with Ben')
  fireEvent.error(photo() ?? document.body)
  await waitFor(() => expect(photo()).toBeNull())
  socket.connect()
  await waitFor(() => expect(photo()).not.toBeNull())
})

test('without a socket they are fetched after a second, and once more with the first', async () => {
  const api = setupApi()
  const { advance } = freezeClock()
  const { socket } = renderAt('/feed')
  await advance(900)
  expect(api.calls(listConversations)).toEqual([])
  await advance(200)
  const calls = () => [listNotifications, listConversations].map((endpoint) => api.calls(endpoint).length)
  expect(calls()).toEqual([1, 1])
  socket.connect()
  await advance(100)
  expect(calls()).toEqual([2, 2])
})

test('degraded pushes are replaced by polling, and restored pushes cause one more fetch', async () => {
  const { socket, connect, advance, counts } = await open()
  connect()
  await advance(0)
  socket.push({ type: 'PUSH_DEGRADED' })
  await advance(0)
  const [unread = 0] = counts()
  await advance(10_000)
  expect(counts()[0]).toBe(unread + 1)

  socket.push({ type: 'PUSH_RESTORED' })
  await advance(0)
  const restored = counts()
  expect(restored[0]).toBe(unread + 2)
  await advance(30_000)
  expect(counts()).toEqual(restored)
})

test('the socket stays open when the user goes to another screen', async () => {
  setupApi()
  const { socket, user } = renderAt('/messages')
  await screen.findByText('No matches yet')
  socket.connect()
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  await screen.findByText('No users found')
  expect([socket.count(), socket.isOpen()]).toEqual([1, true])
})
