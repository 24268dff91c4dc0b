import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { likeUser, listMatches, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { stopClock } from '../../test/clock.ts'
import { person, quietApi, renderAt } from '../../test/render-at.tsx'
import { shownToast } from '../../ui/toast-store.ts'

test('says that it is looking for people', async () => {
  quietApi().leave(listUsers)
  renderAt('/feed')
  expect(await screen.findByText('Finding people near you...')).toBeInTheDocument()
})

test('a feed that cannot be loaded says why, and can be tried again', async () => {
  const api = quietApi()
  api.refuse(listUsers, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/feed')
  expect(await screen.findByText('Failed to load feed')).toBeInTheDocument()
  expect(screen.getByText('Service temporarily unavailable. Please try again.')).toBeInTheDocument()
  api.answer(listUsers, [person(2, 'Ben')])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('nobody there: invite friends', async () => {
  quietApi()
  renderAt('/feed')
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  expect(screen.getByText('Invite your friends to join Zing')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeEnabled()
})

test('people to discover, and matches with their badge, their count and the way to the chat', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben'), person(3, 'Noor', { selfie: null, likeCount: 1 })])
  api.answer(listMatches, [person(4, 'Theo', { hasLiked: true, isMatch: true })])
  renderAt('/feed')

  const discover = await screen.findByRole('region', { name: 'Discover New People' })
  expect(
    within(discover)
      .getAllByRole('article')
      .map((card) => card.getAttribute('aria-label')),
  ).toEqual(['Ben, 28', 'Noor, 28'])
  expect(within(discover).getByRole('img', { name: 'Ben' })).toHaveAttribute('src', '/api/selfies/2/1')
  const matches = screen.getByRole('region', { name: /Your Matches/ })
  expect(within(matches).getByText('Match!')).toBeInTheDocument()
  expect(within(matches).getByText('1 matches')).toBeInTheDocument()
  expect(within(matches).getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages')
  expect(within(matches).getByRole('link', { name: /Chat with Theo/ })).toHaveAttribute('href', '/chat/4')
  expect(within(matches).getByRole('button', { name: "You've already liked Theo" })).toBeDisabled()
})

test('a like is given once: counted, disabled, explained', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  api.answer(likeUser, { likeCount: 4, isMatch: false })
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))

  const liked = await screen.findByRole('button', { name: "You've already liked Ben" })
  expect(liked).toBeDisabled()
  expect(liked).toHaveAttribute('title', "You've already liked this user")
  expect(screen.getByRole('article', { name: 'Ben, 28' })).toHaveTextContent('4likes')
  expect(api.calls(likeUser)).toEqual([{ likedId: 2 }])
})

test('an answered like opens the match, once, and leads to the chat', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  api.answer(likeUser, { likeCount: 4, isMatch: true })
  const { user, socket, path } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))
  const overlay = await screen.findByRole('dialog', { name: "It's a Match!" })
  socket.push({ type: 'NEW_MATCH', match: { id: 2, name: 'Ben', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' } })
  expect(screen.getAllByRole('dialog')).toEqual([overlay])
  await user.click(within(overlay).getByRole('button', { name: 'Message Now' }))
  await waitFor(() => expect(path()).toBe('/chat/2'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test.each([
  [
    'Keep Browsing',
    async (user: ReturnType<typeof renderAt>['user']) =>
      user.click(screen.getByRole('button', { name: 'Keep Browsing' })),
  ],
  ['Escape', async (user: ReturnType<typeof renderAt>['user']) => user.keyboard('{Escape}')],
])('a pushed match is closed by %s', async (_what, close) => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  const { user, socket } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  socket.push({
    type: 'NEW_MATCH',
    match: { id: 20 + _what.length, name: 'Ines', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' },
  })
  expect(await screen.findByText('You and Ines have zinged each other.')).toBeInTheDocument()
  await close(user)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a refresh asks again, and its button turns for 600 ms after the answer', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  renderAt('/feed')
  const refresh = await screen.findByRole('button', { name: 'Refresh feed' })
  const before = api.calls(listUsers).length
  const { pass } = stopClock()
  fireEvent.click(refresh)
  await pass(0)
  expect(api.calls(listUsers)).toHaveLength(before + 1)
  await pass(599)
  expect(refresh).toBeDisabled()
  await pass(1)
  expect(refresh).toBeEnabled()
})

test('the button pulses for half a second', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  api.leave(likeUser)
  renderAt('/feed')
  const like = await screen.findByRole('button', { name: 'Like Ben' })
  const { pass } = stopClock()
  fireEvent.click(like)
  await pass(499)
  expect(like).toHaveClass('animate-pulse-once')
  await pass(1)
  expect(like).not.toHaveClass('animate-pulse-once')
})

test('a like that fails is not announced, and may be given again', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  api.refuse(likeUser, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))
  await waitFor(() => expect(api.calls(likeUser)).toHaveLength(1))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Like Ben' })).toBeEnabled())
  expect(shownToast.get()).toBeNull()
})

test('the match is decorated after 600 ms', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  const { socket } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  const { pass } = stopClock()
  const match = { id: 77, name: 'Ines', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' }
  socket.push({ type: 'NEW_MATCH', match })
  const overlay = screen.getByRole('dialog', { name: "It's a Match!" })
  const decorations = () => overlay.querySelectorAll('.animate-twinkle').length
  await pass(599)
  expect(decorations()).toBe(0)
  await pass(1)
  expect(decorations()).toBeGreaterThan(0)
})
