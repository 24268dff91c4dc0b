import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getUser, login, logout } from '@zing/proto/http/auth'
import { listBlocks, listConversations, listMessages, markAllRead } from '@zing/proto/http/chat'
import { getProfile, listMatches, listNotifications } from '@zing/proto/http/social'
import { SESSION_IDLE_SECONDS } from '@zing/proto/limits'
import type { Conversation, Message } from '@zing/proto/messages'
import { IDBObjectStore } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { RECONNECT_BANNER_DELAY_MS } from '../lib/limits.ts'
import { setKeepsChats } from '../queries/chat/keeps-chats.ts'
import { claimKept, clearKept, writeKept } from '../queries/chat/kept-storage.ts'
import { session } from '../queries/session/session.ts'
import { keptRecords, stubIndexedDb } from '../test/indexed-db.ts'
import { setOnline } from '../test/online.ts'
import { ada, profile, setupApi } from '../test/render-at.tsx'
import { openPage } from '../test/session.ts'
import { stubSocket } from '../test/socket.ts'
import { App } from './app.tsx'
import { prepareFirstScreen } from './first-screen.ts'

const [BEN, NOOR] = [profile(2, 'Ben', { isMatch: true }), profile(3, 'Noor', { isMatch: true })]
const CLEO = { ...ada, id: 9, name: 'Cleo', username: 'cleo' }
const CHATS = [listConversations, listMatches, listMessages, listBlocks]
const EVERYTHING = [...CHATS, getUser, getProfile, listNotifications]
const DAY_MS = 86_400_000

function message(seq: number, content: string, senderId = BEN.id): Message {
  const fields = { kind: 'text', read: true, status: 'read', createdAt: ada.createdAt } as const
  return { ...fields, id: senderId * 100 + seq, seq, senderId, receiverId: ada.id, content }
}

function conversation(partnerId: number, lastMessage: Message | null): Conversation {
  return { partnerId, lastMessage, unread: 0 }
}

/** Ada has two matches; Ben has written. */
function chatApi() {
  const api = setupApi()
  api.respond(listMatches, [BEN, NOOR])
  api.respond(getProfile, BEN)
  api.respond(listConversations, [conversation(BEN.id, message(2, 'at eight')), conversation(NOOR.id, null)])
  api.respond(listMessages, [message(1, 'dinner?'), message(2, 'at eight')])
  return api
}

/** Opens the page as the browser does; the earlier page is gone. */
async function start(path: string) {
  cleanup()
  const socket = stubSocket()
  window.history.replaceState(null, '', path)
  await prepareFirstScreen(openPage(), path)
  render(<App />)
  return socket
}

async function connect(socket: ReturnType<typeof stubSocket>): Promise<void> {
  await waitFor(() => expect(socket.count()).toBeGreaterThan(0))
  socket.connect()
}

/** Waits, on a clock that runs fast, until the client has written. */
async function untilKept(check: (records: Map<IDBValidKey, unknown>) => void): Promise<void> {
  await waitFor(async () => {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    check(await keptRecords())
  })
}

/** A visit with a connection, after which both chats are kept. */
async function visit() {
  const api = chatApi()
  await connect(await start('/messages'))
  await screen.findByText('at eight')
  await untilKept((records) => expect([...records.keys()]).toEqual([BEN.id, 'head', 'owner']))
  return api
}

function goOffline(api: ReturnType<typeof setupApi>): void {
  for (const endpoint of EVERYTHING) api.disconnect(endpoint)
  setOnline(false)
}

beforeEach(() => {
  stubIndexedDb()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
})

test('a start without a connection shows the kept list and chats, and takes a message (10.chat.kept)', async () => {
  const api = await visit()
  expect(api.calls(listMessages)).toHaveLength(1) // Ben's chat, which was not opened
  goOffline(api)
  const socket = await start('/messages')
  fireEvent.click(await screen.findByRole('link', { name: /Ben/ }))
  expect(await screen.findByText('dinner?')).toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(RECONNECT_BANNER_DELAY_MS))
  expect(screen.getByText('You are offline')).toBeInTheDocument()
  expect(screen.getByText(/^Last updated just now$/)).toBeInTheDocument()
  fireEvent.change(screen.getByPlaceholderText('Type a message'), { target: { value: 'gladly' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByText('gladly').closest('li')).toHaveTextContent('Sending')

  fireEvent.click(screen.getByRole('link', { name: 'Back to messages' }))
  fireEvent.click(await screen.findByRole('link', { name: /Noor/ }))
  expect(await screen.findByText('No messages yet')).toBeInTheDocument()
  expect(socket.sent()).toEqual([])
})

test('what the server no longer has vanishes from the screen and the device once it answers', async () => {
  const api = await visit()
  goOffline(api)
  const socket = await start('/messages')
  await screen.findByText('at eight')
  api.respond(getUser, ada)
  api.respond(listMatches, [NOOR])
  api.respond(listConversations, [conversation(NOOR.id, null)])
  api.respond(listNotifications, [])
  act(() => setOnline(true))
  await connect(socket)
  await waitFor(() => expect(screen.queryByText('at eight')).not.toBeInTheDocument())
  expect(screen.queryByText(/Last updated/)).not.toBeInTheDocument()
  await untilKept((records) => expect(records.has(BEN.id)).toBe(false))
})

test('a kept message that the server lacks is gone with the first answer', async () => {
  goOffline(await visit())
  const socket = await start('/chat/2')
  expect(await screen.findByText('at eight')).toBeInTheDocument()
  const api = chatApi()
  api.respond(listMessages, [message(1, 'dinner?')])
  act(() => setOnline(true))
  await connect(socket)
  await waitFor(() => expect(within(screen.getByRole('log')).getAllByRole('listitem')).toHaveLength(1))
})

test('a kept list marks nothing as read, since the server may have newer messages', async () => {
  const api = await visit()
  const before = api.calls(markAllRead).length
  for (const endpoint of EVERYTHING) api.disconnect(endpoint)
  await start('/messages')
  await screen.findByText('at eight')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(api.calls(markAllRead)).toHaveLength(before)
})

test.each(['logs out', 'is signed out by the server', 'starts without a session', 'turns it off', 'is another one'])(
  'when the user %s, nothing is left of the kept chats (10.chat.kept.wipe)',
  async (how) => {
    const api = await visit()
    if (how === 'logs out') {
      api.respond(logout, undefined)
      await start('/preferences')
      fireEvent.click(await screen.findByText('Log Out'))
    }
    if (how === 'is signed out by the server') (await startConnected('/feed')).close(CloseCode.signedOut)
    if (how === 'starts without a session') {
      api.reject(getUser, 401, 'Not signed in')
      await start('/feed')
    }
    if (how === 'turns it off') {
      await start('/account')
      fireEvent.click(await screen.findByRole('switch', { name: 'Keep chats on this device' }))
    }
    if (how === 'is another one') {
      for (const endpoint of [getUser, login]) api.respond(endpoint, CLEO)
      for (const endpoint of [listMatches, listConversations]) api.respond(endpoint, [])
      await start('/feed')
      await untilKept((records) => expect(records.get('owner')).toBe(CLEO.id))
    }
    await waitFor(async () => expect(JSON.stringify([...(await keptRecords())])).not.toMatch(/Ben|dinner|eight/))
  },
)

async function startConnected(path: string) {
  const socket = await start(path)
  await connect(socket)
  return socket
}

test('a tab writes nothing after its user has signed out in another tab', async () => {
  const records = { head: {}, chats: new Map([[BEN.id, [message(1, 'dinner?')]]]), partnerIds: new Set([BEN.id]) }
  await claimKept(ada.id)
  expect(await writeKept(ada.id, records)).toBe(true)
  await clearKept()
  expect(await writeKept(ada.id, records)).toBe(false)
  await claimKept(CLEO.id)
  expect(await writeKept(ada.id, records)).toBe(false)
  expect([...(await keptRecords())]).toEqual([['owner', CLEO.id]])
})

test('a device without space keeps nothing, not a part', async () => {
  await claimKept(ada.id)
  const chats = new Map([[BEN.id, [message(1, 'dinner?')]]])
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await writeKept(ada.id, { head: {}, chats, partnerIds: new Set([BEN.id]) })).toBe(false)
  expect([...(await keptRecords())]).toEqual([])
})

test.each([
  ['of an unknown version', (head: object) => ({ ...head, version: 0 })],
  [
    'older than every session',
    (head: object) => ({ ...head, keptAt: Date.now() - SESSION_IDLE_SECONDS * 1_000 - DAY_MS }),
  ],
])('kept chats %s are removed, not shown', async (_what, change) => {
  const api = await visit()
  const head = change(Object((await keptRecords()).get('head')))
  await writeKept(ada.id, { head, chats: new Map(), partnerIds: new Set([BEN.id]) })
  goOffline(api)
  await start('/messages')
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeInTheDocument()
  expect([...(await keptRecords())]).toEqual([])
})

test('a frame changes the kept copy of a chat that is not open, without a request', async () => {
  const api = await visit()
  const socket = await startConnected('/messages')
  await screen.findByText('at eight')
  const before = api.calls(listMessages).length
  const next = message(3, 'or nine')
  await waitFor(() => expect(session.get().getQueryData(['messages', 'with', BEN.id])).toBeDefined())
  socket.push({ type: 'NEW_MESSAGE', message: next })
  await untilKept((records) => expect(JSON.stringify(records.get(BEN.id))).toContain('or nine'))
  expect(api.calls(listMessages)).toHaveLength(before)
})

test('turned off, it stays off after a logout, whose response clears the storage (10.chat.kept.switch)', async () => {
  const api = chatApi()
  setKeepsChats(false)
  const release = api.hold(logout, undefined)
  await start('/preferences')
  fireEvent.click(await screen.findByText('Log Out'))
  localStorage.clear()
  release()
  await waitFor(() => expect(window.location.pathname).toBe('/auth'))
  expect(localStorage.getItem('zing.keep-chats')).toBe('false')
  expect([...(await keptRecords())]).toEqual([])
})
