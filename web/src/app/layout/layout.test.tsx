import { screen, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { listConversations, markAllRead } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { listCases } from '@zing/proto/http/staff/moderation'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setShortcuts } from '../../lib/input/has-shortcuts.ts'
import { RAIL, WIDE, WIDEST } from '../../lib/view/use-media.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { WAIT } from '../../test/wait.ts'

const theo = profile(4, 'Theo', { isMatch: true, hasLiked: true })

const AT = '2026-01-03T10:00:00.000Z'
const hello = {
  kind: 'text',
  id: 9,
  seq: 1,
  receiverId: ada.id,
  content: 'Hello',
  createdAt: AT,
  read: false,
  status: 'sent',
} as const

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
  const pane = within(await screen.findByRole('complementary', { name: 'Conversations' }))
  expect(await pane.findByRole('link', { name: /Theo/ })).toHaveAttribute('href', '/chat/4')
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
  const api = setup(RAIL, WIDE, WIDEST)
  const { socket } = renderAt('/chat/4')
  expect(await screen.findByRole('complementary', { name: 'About your match' })).toBeInTheDocument()
  socket.connect()
  api.reject(getProfile, 404, 'User not found')
  socket.push({ type: 'MATCH_ENDED', userId: 4 })
  expect(await screen.findByText('User not found')).toBeInTheDocument()
  expect(screen.queryByRole('complementary', { name: 'About your match' })).not.toBeInTheDocument()
})

const SCREENS = [
  ['/feed', 'Zing'],
  ['/messages', 'Theo'],
  ['/chat/4', 'Theo'],
  ['/people/4', 'About'],
  ['/preferences', 'Profile'],
  ['/account', 'Account'],
  ['/discovery', 'Zing'],
] as const

test.each(SCREENS)('a wide window has the same frame on %s (10.client.wide.2)', async (path, title) => {
  setup(RAIL, WIDE, WIDEST)
  renderAt(path)
  await screen.findByRole('heading', { name: title, level: 1 })
  const pane = within(screen.getByRole('complementary', { name: 'Conversations' }))
  expect(await pane.findByRole('link', { name: /Theo/ })).toHaveAttribute('href', '/chat/4')
  expect(await screen.findByRole('complementary', { name: /About your match|Likes and tips/ })).toBeInTheDocument()
  expect(screen.getAllByRole('button', { name: /Notifications/ })).toHaveLength(1)
})

test('in a wide window the messages show the newest chat beside the list (10.client.wide.3)', async () => {
  const api = setup(RAIL, WIDE)
  const noor = profile(5, 'Noor', { isMatch: true, matchedAt: '2026-01-01T00:00:00.000Z' })
  api.respond(listMatches, [noor, theo])
  api.respond(
    listConversations,
    [4, 5].map((partnerId) => ({ partnerId, lastMessage: null, unread: 0 })),
  )
  const { path, socket } = renderAt('/messages')
  expect(await screen.findByRole('textbox', { name: 'Message to Theo' })).toBeInTheDocument()
  const pane = within(screen.getByRole('complementary', { name: 'Conversations' }))
  expect(pane.getByRole('link', { name: /Theo/ })).toHaveAttribute('aria-current', 'page')
  await vi.waitFor(() => expect(api.calls(markAllRead)).toHaveLength(1), WAIT)
  socket.push({ type: 'NEW_MESSAGE', message: { ...hello, senderId: 5 } })
  expect(await pane.findByText('Hello')).toBeInTheDocument()
  expect(screen.getByRole('textbox', { name: 'Message to Theo' })).toBeInTheDocument()
  expect(path()).toBe('/messages')
})

test('a wide window without a match explains where matches will be (10.client.wide.3)', async () => {
  const api = setup(RAIL, WIDE)
  api.respond(listMatches, [])
  renderAt('/messages')
  expect(await screen.findByText('No matches yet')).toBeInTheDocument()
  expect(screen.getByText('Your matches show up here.')).toBeInTheDocument()
})

test('the screens of moderators have the whole width (10.client.wide.4)', async () => {
  const api = setup(RAIL, WIDE, WIDEST)
  api.respond(getUser, { ...ada, role: 'moderator' })
  api.respond(listCases, [])
  renderAt('/moderation')
  await screen.findByText('No open cases')
  expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /Notifications/ })).toBeInTheDocument()
})

test('the side panel has who likes the user, tips and keys, which can be turned off (10.client.wide.5)', async () => {
  const api = setup(RAIL, WIDE, WIDEST, '(hover: hover) and (pointer: fine)')
  api.respond(listUsers, [profile(7, 'Ines')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  api.respond(listNotifications, [
    { id: 1, type: 'LIKE', payload: { userId: 6, name: 'Kim', selfie: null }, createdAt: AT, readAt: null },
    { id: 2, type: 'LIKE', payload: { userId: 4, name: 'Theo', selfie: null }, createdAt: AT, readAt: null },
  ])
  const { socket, user } = renderAt('/feed')
  const panel = within(await screen.findByRole('complementary', { name: 'Likes and tips' }))
  socket.connect()
  expect(await panel.findByRole('link', { name: /Kim/ })).toHaveAttribute('href', '/people/6')
  expect(panel.queryByRole('link', { name: /Theo/ })).not.toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Pass Ines' })).toHaveAttribute('title', 'Pass Ines (←)')
  expect(screen.getByRole('button', { name: 'Like Ines' })).toHaveAttribute('title', 'Zing Ines (→)')

  onTestFinished(() => setShortcuts(true))
  await user.click(panel.getByRole('checkbox', { name: 'Like and pass with the keyboard' }))
  screen.getByRole('heading', { name: 'Zing', level: 1 }).focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Like Ines' })).toBeEnabled()
  expect(api.calls(likeUser)).toEqual([])
})

test('arrow keys beside the cards, such as in the list of conversations, decide nothing (10.client.keys.1)', async () => {
  const api = setup(RAIL, WIDE)
  api.respond(listUsers, [profile(7, 'Ines')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  const { user } = renderAt('/feed')
  await screen.findByRole('button', { name: 'Like Ines' })
  within(screen.getByRole('complementary', { name: 'Conversations' }))
    .getByRole('link', { name: /Theo/ })
    .focus()
  await user.keyboard('{ArrowRight}')
  expect(api.calls(likeUser)).toEqual([])
  screen.getByRole('heading', { name: 'Zing', level: 1 }).focus()
  await user.keyboard('{ArrowRight}')
  await vi.waitFor(() => expect(api.calls(likeUser)).toHaveLength(1), WAIT)
})

test('the first tab stop leads past the rail and the list to the screen (10.client.keys.2)', async () => {
  setup(RAIL, WIDE)
  const { user, path } = renderAt('/feed')
  await screen.findByRole('heading', { name: 'Zing', level: 1 })
  await user.tab()
  const link = screen.getByRole('link', { name: 'Skip to content' })
  expect(link).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toContainElement(screen.getByRole('main'))
  expect([path(), window.location.hash]).toEqual(['/feed', ''])
})

test('a match is one tab stop (10.client.keys.2)', async () => {
  setup()
  const { user } = renderAt('/feed')
  const chat = await screen.findByRole('link', { name: /^Chat with Theo/ })
  chat.focus()
  await user.tab()
  expect(screen.getByRole('article', { name: 'Theo, 28' })).not.toContainElement(document.activeElement as HTMLElement)
})

test('a composer shows its focus to whoever came by Tab, until the next press of a pointer (10.client.keys.3)', async () => {
  setup(RAIL, WIDE)
  const { user } = renderAt('/chat/4')
  const input = await screen.findByRole('textbox', { name: 'Message to Theo' })
  const isShown = () => document.documentElement.matches('[data-tabbing]')
  await user.click(input)
  expect(isShown()).toBe(false)
  await user.tab({ shift: true })
  await user.tab()
  expect(input).toHaveFocus()
  expect(isShown()).toBe(true)
  await user.click(input)
  expect(isShown()).toBe(false)
})
