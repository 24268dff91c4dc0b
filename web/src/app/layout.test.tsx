import { screen, within } from '@testing-library/react'
import { listConversations } from '@zing/proto/http/chat'
import { getProfile, listMatches } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { RAIL, WIDE } from '../lib/use-media.ts'
import { profile, renderAt, setupApi } from '../test/render-at.tsx'

const theo = profile(4, 'Theo', { isMatch: true, hasLiked: true })

function setup(...matching: string[]) {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: matching.includes(query) }))
  const api = setupApi()
  api.respond(listMatches, [theo])
  api.respond(listConversations, [{ partnerId: 4, lastMessage: null, unread: 0 }])
  api.respond(getProfile, theo)
}

test('a wide window shows the conversations beside an open chat, and a rail', async () => {
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
