import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { listConversations, markAllRead } from '@zing/proto/http/chat'
import { getProfile, listMatches } from '@zing/proto/http/social'
import type { Message } from '@zing/proto/messages'
import { expect, test, vi } from 'vitest'
import { saveDraft } from '../../lib/state/drafts.ts'
import { outbox } from '../../queries/chat/outbox-messages.ts'
import { session } from '../../queries/session/session.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

function message(senderId: number, content: string): Message {
  return {
    kind: 'text',
    id: 1,
    seq: 1,
    senderId,
    receiverId: senderId === 1 ? 2 : 1,
    content,
    createdAt: '2026-01-03T10:00:00.000Z',
    read: false,
    status: 'sent',
  }
}

test('an empty list links to the feed (2.messages.4)', async () => {
  setupApi()
  renderAt('/messages')
  expect(await screen.findByText('No matches yet')).toBeInTheDocument()
  expect(screen.getByText('Start swiping to find your matches!')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Explore Profiles' })).toHaveAttribute('href', '/feed')
})

test('a list that cannot be loaded shows an error and can be retried', async () => {
  const api = setupApi()
  api.reject(listConversations, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/messages')
  expect(await screen.findByText('Failed to load messages')).toBeInTheDocument()
  api.respond(listConversations, [])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No matches yet')).toBeInTheDocument()
})

test('each match has a row, newest first, with message or hint; opening marks all as read (2.routes.9, 2.messages.1, 2.messages.3, 7.messages.preview)', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor', { selfie: null }), profile(2, 'Ben')])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 2 }])
  api.respond(markAllRead, undefined)
  renderAt('/messages')

  await screen.findByText('Hi Ada')
  const [circle, row, ...others] = within(screen.getByRole('main')).getAllByRole('link')
  expect(others).toEqual([])
  expect(screen.getByRole('heading', { name: 'New matches' })).toBeInTheDocument()
  expect(row).toHaveAttribute('href', '/chat/2')
  expect(row).toHaveTextContent('Ben')
  expect(row).toHaveTextContent('Hi Ada')
  expect(row?.querySelector('img')).toHaveAttribute('src', '/api/selfies/2/1?size=small')
  expect(circle).toHaveAttribute('href', '/chat/3')
  expect(circle?.querySelector('img')).toBeNull()
  expect(circle?.querySelector('svg')).not.toBeNull() // a drawn placeholder
  expect(circle).toHaveTextContent('Noor')
  expect(circle).toHaveTextContent('Send a message to start chatting')
  await waitFor(() => expect(api.calls(markAllRead)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('2 unread')).not.toBeInTheDocument())
})

test('a demo companion has a chip in the list and in the chat, and no suffix (10.client.demo.1)', async () => {
  const api = setupApi()
  const mila = profile(2, 'Mila - demo', { isMatch: true })
  api.respond(listMatches, [mila])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 0 }])
  api.respond(getProfile, mila)
  const { user } = renderAt('/messages')
  const row = await screen.findByRole('link', { name: /Hi Ada/ })
  expect(row).toHaveTextContent(/^Mila Demo/)
  await user.click(row)
  expect(await screen.findByRole('heading', { level: 1, name: 'Mila Demo' })).toBeInTheDocument()
  expect(await screen.findByRole('textbox', { name: 'Message to Mila' })).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent('- demo')
})

test('a draft is shown in place of the last message', async () => {
  saveDraft({ userId: ada.id, partnerId: 2 }, 'Half a')
  const api = setupApi()
  api.respond(listMatches, [profile(2, 'Ben')])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 0 }])
  renderAt('/messages')
  expect(await screen.findByRole('link', { name: /^Ben/ })).toHaveTextContent(/Draft:\s*Half a$/)
})

test('conversations that were unread when the list was opened stay bold until the next visit (2.messages.5)', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor'), profile(2, 'Ben')])
  api.respond(listConversations, [
    { partnerId: 3, lastMessage: { ...message(3, 'Seen'), id: 2 }, unread: 0 },
    { partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 2 },
  ])
  const { socket, user } = renderAt('/messages')
  const isBold = async (text: string) => (await screen.findByText(text)).parentElement?.matches('.font-semibold')
  expect([await isBold('Hi Ada'), await isBold('Seen')]).toEqual([true, false])
  await waitFor(() => expect(api.calls(markAllRead)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('2 unread')).not.toBeInTheDocument())
  expect([await isBold('Hi Ada'), await isBold('Seen')]).toEqual([true, false])

  socket.open()
  socket.push({ type: 'NEW_MESSAGE', message: { ...message(3, 'Fresh'), id: 3, seq: 2 } })
  await waitFor(() => expect(api.calls(markAllRead)).toHaveLength(2))
  await waitFor(() => expect(screen.queryByText('1 unread')).not.toBeInTheDocument())
  expect([await isBold('Hi Ada'), await isBold('Fresh')]).toEqual([true, true])

  await user.click(screen.getByRole('link', { name: 'Profile' }))
  await user.click(await screen.findByRole('link', { name: 'Messages' }))
  expect([await isBold('Hi Ada'), await isBold('Fresh')]).toEqual([false, false])
})

test('a received message moves its row up and is previewed (2.messages.2)', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor'), profile(2, 'Ben')])
  api.respond(listConversations, [
    {
      partnerId: 3,
      lastMessage: { ...message(3, 'Hi'), id: 9, createdAt: '2026-01-02T10:00:00.000Z' },
      unread: 0,
    },
    { partnerId: 2, lastMessage: { ...message(1, 'Hello Ben'), createdAt: '2026-01-01T10:00:00.000Z' }, unread: 0 },
  ])
  api.respond(markAllRead, undefined)
  const { socket } = renderAt('/messages')
  const own = await screen.findByText('Hello Ben')
  expect(own.parentElement).toHaveTextContent('You: Hello Ben')
  const paths = () =>
    within(screen.getByRole('main'))
      .getAllByRole('link')
      .map((row) => row.getAttribute('href'))
  expect(paths()).toEqual(['/chat/3', '/chat/2'])
  socket.push({
    type: 'NEW_MESSAGE',
    message: { ...message(2, 'Fresh'), id: 2, seq: 2, createdAt: '2026-01-04T10:00:00.000Z' },
  })
  expect(await screen.findByText('Fresh')).toBeInTheDocument()
  expect(paths()).toEqual(['/chat/2', '/chat/3'])
})

test('without any message the list suggests a next step (10.messages.new)', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor')])
  renderAt('/messages')
  expect(await screen.findByRole('link', { name: /Noor/ })).toHaveAttribute('href', '/chat/3')
  expect(screen.getByText('Send a message to start chatting', { selector: 'p' })).toBeVisible()
})

test('the list shows the mark of an own message, a reaction until the next message, and typing', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor'), profile(2, 'Ben')])
  const lastReaction = { userId: 3, emoji: '❤️' as const, messageId: 9, content: '10:15 then?' }
  const own = { ...message(1, '10:15 then?'), id: 9, receiverId: 3 }
  api.respond(listConversations, [
    { partnerId: 3, lastMessage: own, unread: 0, lastReaction: { ...lastReaction, createdAt: own.createdAt } },
    { partnerId: 2, lastMessage: { ...message(1, 'See you'), status: 'read', read: true }, unread: 0 },
  ])
  const { socket } = renderAt('/messages')
  const noor = await screen.findByRole('link', { name: /Noor/ })
  expect(noor).toHaveTextContent('Reacted ❤️ to "10:15 then?"')
  expect(screen.getByRole('link', { name: /Ben/ })).toHaveTextContent('You: See youRead')
  socket.open()
  socket.push({ type: 'TYPING_INDICATOR', senderId: 3, isTyping: true })
  await waitFor(() => expect(noor).toHaveTextContent('typing...'))
  socket.push({ type: 'NEW_MESSAGE', message: { ...message(3, 'Yes'), id: 10, seq: 2 } })
  await waitFor(() => expect(noor).toHaveTextContent('Yes'))
  expect(noor).not.toHaveTextContent('Reacted')
})

test('a message that is not stored yet stands in its row, also a failed one', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(2, 'Ben')])
  api.respond(listConversations, [
    { partnerId: 2, lastMessage: { ...message(1, 'See you'), status: 'read', read: true }, unread: 0 },
  ])
  renderAt('/messages')
  const ben = await screen.findByRole('link', { name: /Ben/ })
  const unsent = { id: 'a', partnerId: 2, content: 'Where are you?', createdAt: new Date().toISOString() }
  act(() => outbox(session.get()).set([{ ...unsent, failure: null }]))
  expect(ben).toHaveTextContent('You: Where are you?Sending')
  act(() => outbox(session.get()).set([{ ...unsent, failure: 'Message too long' }]))
  expect(ben).toHaveTextContent('You: Where are you?Not sent')
  act(() =>
    outbox(session.get()).set([{ ...unsent, failure: 'Message too long', createdAt: '2026-01-03T09:59:59.000Z' }]),
  )
  expect(ben).toHaveTextContent('You: See youRead')
})

test('an online match has a dot in row and circle until they go offline or the connection ends', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor'), profile(2, 'Ben')])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 0 }])
  const { socket } = renderAt('/messages')
  await screen.findByText('Hi Ada')
  socket.connect()
  for (const userId of [2, 3]) socket.push({ type: 'PRESENCE', userId, online: true })
  expect(await screen.findByRole('link', { name: /Ben.*online/ })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Noor.*online/ })).toBeInTheDocument()
  socket.push({ type: 'PRESENCE', userId: 3, online: false })
  await waitFor(() => expect(screen.queryByRole('link', { name: /Noor.*online/ })).toBeNull())
  socket.close(1012)
  await waitFor(() => expect(screen.queryByRole('link', { name: /online/ })).toBeNull())
})

test('a new match who is typing says so in the circle', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor')])
  const { socket } = renderAt('/messages')
  const circle = await screen.findByRole('link', { name: /Noor/ })
  socket.open()
  socket.push({ type: 'TYPING_INDICATOR', senderId: 3, isTyping: true })
  await waitFor(() => expect(circle).toHaveTextContent('typing...'))
  socket.push({ type: 'TYPING_INDICATOR', senderId: 3, isTyping: false })
  await waitFor(() => expect(circle).not.toHaveTextContent('typing...'))
})

test('messages that come while the page is in the background are read once the user looks at it', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(2, 'Ben')])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 0 }])
  api.respond(markAllRead, undefined)
  const { socket } = renderAt('/messages')
  await waitFor(() => expect(api.calls(markAllRead)).toHaveLength(1))
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  function show(state: DocumentVisibilityState): void {
    visibility.mockReturnValue(state)
    fireEvent(document, new Event('visibilitychange'))
  }

  show('hidden')
  socket.open()
  socket.push({ type: 'NEW_MESSAGE', message: { ...message(2, 'Unseen'), id: 2, seq: 2 } })
  expect(await screen.findByText('Unseen')).toBeInTheDocument()
  expect(api.calls(markAllRead)).toHaveLength(1)
  show('visible')
  await waitFor(() => expect(api.calls(markAllRead)).toHaveLength(2))
})

test('a search keeps the names that contain it, whatever their case and accents (10.chat.search.names)', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor'), profile(2, 'Zoë'), profile(4, 'Zoltan')])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 0 }])
  const { user } = renderAt('/messages')
  const field = await screen.findByRole('searchbox', { name: 'Search names' })
  const main = within(screen.getByRole('main'))
  await user.type(field, 'ZO')
  expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/chat/4', '/chat/2'])
  expect(screen.getByText('2 found')).toBeInTheDocument()
  await user.type(field, 'e')
  expect(main.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/chat/2'])
  await user.type(field, 'x')
  expect(main.queryAllByRole('link')).toEqual([])
  expect(screen.getByText(/No name matches/)).toHaveTextContent('“ZOex”')
  await user.clear(field)
  expect(main.getAllByRole('link')).toHaveLength(3)
})
