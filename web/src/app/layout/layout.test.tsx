import { screen, within } from '@testing-library/react'
import { listConversations } from '@zing/proto/http/chat'
import { getProfile, listMatches } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { RAIL, WIDE } from '../../lib/view/use-media.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

const theo = profile(4, 'Theo', { isMatch: true, hasLiked: true })

function setup(...matching: string[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matching.includes(query) }))
  const api = setupApi()
  api.respond(listMatches, [theo])
  api.respond(listConversations, [{ partnerId: 4, lastMessage: null, unread: 0 }])
  api.respond(getProfile, theo)
  return api
}

test('a wide window shows the conversations beside an open chat, and a rail (10.client.wide.1)', async () => {
  setup(RAIL, WIDE)
  renderAt('/chat/4')
  await screen.findByRole('heading', { name: 'Theo', level: 1 })
  const pane = within(screen.getByRole('complementary', { name: 'Conversations' }))
  expect(pane.getByRole('link', { name: /Theo/ })).toHaveAttribute('href', '/chat/4')
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  expect(screen.getAllByRole('main')).toHaveLength(1)
})

test('a low window has a rail, and its chats too', async () => {
  setup(RAIL)
  renderAt('/chat/4')
  await screen.findByRole('heading', { name: 'Theo', level: 1 })
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
})

test('the rail is first for the keyboard, as it is for the eye', async () => {
  setup(RAIL, WIDE)
  renderAt('/feed')
  const title = await screen.findByRole('heading', { name: 'Zing', level: 1 })
  const rail = screen.getByRole('navigation', { name: 'Main' })
  expect(rail.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a wide window says nothing about a partner who has ended the match', async () => {
  const api = setup(RAIL, WIDE)
  const { socket } = renderAt('/chat/4')
  expect(await screen.findByRole('complementary', { name: 'About your match' })).toBeInTheDocument()
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id })
  api.reject(getProfile, 404, 'User not found')
  socket.push({ type: 'MATCH_ENDED', userId: 4 })
  expect(await screen.findByText('User not found')).toBeInTheDocument()
  expect(screen.queryByRole('complementary', { name: 'About your match' })).not.toBeInTheDocument()
})
