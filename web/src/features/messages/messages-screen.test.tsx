import { screen, waitFor, within } from '@testing-library/react'
import { getUnread, listConversations, markAllRead } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { profile, renderAt, setupApi } from '../../test/render-at.tsx'

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

test('an empty list links to the feed', async () => {
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

test('every match has a row, newest first, with its message or a hint, and opening the list marks all as read', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor', { selfie: null }), profile(2, 'Ben')])
  api.respond(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 2 }])
  api.respond(getUnread, { count: 2 })
  api.respond(markAllRead, undefined)
  renderAt('/messages')

  await screen.findByText('Hi Ada')
  const rows = within(screen.getByRole('main')).getAllByRole('link')
  expect(rows.map((row) => row.getAttribute('href'))).toEqual(['/chat/2', '/chat/3'])
  expect(rows[0]).toHaveTextContent('Ben')
  expect(rows[0]).toHaveTextContent('Hi Ada')
  expect(rows.map((row) => row.querySelector('img')?.getAttribute('src'))).toEqual([
    '/api/selfies/2/1?size=small',
    undefined,
  ])
  expect(rows[1]?.querySelector('svg')).not.toBeNull() // a drawn placeholder
  expect(rows[1]).toHaveTextContent('Noor')
  expect(rows[1]).toHaveTextContent('Send a message to start chatting')
  await waitFor(() => expect(api.calls(markAllRead)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByText('2 unread')).not.toBeInTheDocument())
})

test('what was unread when the list was opened stays bold until the next visit', async () => {
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

test('a received message moves its row up and is previewed', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(3, 'Noor'), profile(2, 'Ben')])
  api.respond(listConversations, [
    { partnerId: 3, lastMessage: null, unread: 0 },
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
