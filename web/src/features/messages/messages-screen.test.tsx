import { screen, waitFor, within } from '@testing-library/react'
import { getUnread, listConversations, markAllRead } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import type { Message } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { person, quietApi, renderAt } from '../../test/render-at.tsx'

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

test('no matches: explore profiles', async () => {
  quietApi()
  renderAt('/messages')
  expect(await screen.findByText('No matches yet')).toBeInTheDocument()
  expect(screen.getByText('Start swiping to find your matches!')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Explore Profiles' })).toHaveAttribute('href', '/feed')
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  const api = quietApi()
  api.refuse(listConversations, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/messages')
  expect(await screen.findByText('Failed to load messages')).toBeInTheDocument()
  api.answer(listConversations, [])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No matches yet')).toBeInTheDocument()
})

test('every match has a row: newest first, own messages marked, silent ones invited; opening reads everything', async () => {
  const api = quietApi()
  api.answer(listMatches, [person(3, 'Noor', { selfie: null }), person(2, 'Ben')])
  api.answer(listConversations, [{ partnerId: 2, lastMessage: message(2, 'Hi Ada'), unread: 2 }])
  api.answer(getUnread, { count: 2 })
  api.answer(markAllRead, undefined)
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

test('a message that arrives moves its row up and is previewed', async () => {
  const api = quietApi()
  api.answer(listMatches, [person(3, 'Noor'), person(2, 'Ben')])
  api.answer(listConversations, [
    { partnerId: 3, lastMessage: null, unread: 0 },
    { partnerId: 2, lastMessage: message(1, 'Hello Ben'), unread: 0 },
  ])
  api.answer(markAllRead, undefined)
  const { socket } = renderAt('/messages')
  expect(await screen.findByText('You: Hello Ben')).toBeInTheDocument()
  socket.push({
    type: 'NEW_MESSAGE',
    message: { ...message(2, 'Fresh'), id: 2, seq: 2, createdAt: '2026-01-04T10:00:00.000Z' },
  })
  expect(await screen.findByText('Fresh')).toBeInTheDocument()
})
