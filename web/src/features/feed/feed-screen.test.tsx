import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { likeUser, listMatches, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { FEED_REFRESH_SPINNER_MS, LIKE_PULSE_MS, MATCH_DECORATION_DELAY_MS } from '../../lib/limits.ts'
import { stopClock } from '../../test/clock.ts'
import { ada, person, quietApi, renderAt } from '../../test/render-at.tsx'
import { shownToast } from '../../ui/toast-store.ts'

test('says that it is looking for people', async () => {
  quietApi().hang(listUsers)
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

test('nobody there: invite friends, or look again', async () => {
  const api = quietApi()
  const { user } = renderAt('/feed')
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  expect(screen.getByText('Invite your friends to join Zing')).toBeInTheDocument()
  api.answer(listUsers, [person(2, 'Ben')])
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('refreshing stands in the title bar, and says so for 600 ms after the reload', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  const refresh = within(screen.getByRole('banner')).getByRole('button', { name: 'Refresh feed' })
  const isSpinning = () => refresh.querySelector('.animate-spin') !== null
  expect([refresh, isSpinning()]).toEqual([expect.objectContaining({ disabled: false }), false])

  const { pass } = stopClock()
  api.answer(listUsers, [person(3, 'Noor'), person(2, 'Ben')])
  fireEvent.click(refresh)
  await pass(10)
  expect(screen.getByRole('article', { name: 'Noor, 28' })).toBeInTheDocument()
  await pass(FEED_REFRESH_SPINNER_MS - 20)
  expect(refresh).toBeDisabled()
  expect(isSpinning()).toBe(true)
  await pass(20)
  expect(refresh).toBeEnabled()
  expect(isSpinning()).toBe(false)

  api.hang(listUsers)
  fireEvent.click(refresh)
  await pass(60_000)
  expect(refresh).toBeDisabled()
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
  expect(within(discover).getByRole('img', { name: 'Noor' })).not.toHaveAttribute('src') // a drawn placeholder
  const ben = within(discover).getByRole('article', { name: 'Ben, 28' })
  expect(within(ben).getByRole('heading', { name: 'Ben, 28' })).toBeInTheDocument()
  expect(within(ben).getByText('straight')).toBeInTheDocument()
  const matches = screen.getByRole('region', { name: /Your Matches/ })
  expect(within(matches).getByRole('article', { name: 'Theo, 28' })).toHaveTextContent('straight')
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

test('the like button pulses for half a second', async () => {
  const api = quietApi()
  api.answer(listUsers, [person(2, 'Ben')])
  api.hang(likeUser)
  renderAt('/feed')
  const like = await screen.findByRole('button', { name: 'Like Ben' })
  const { pass } = stopClock()
  fireEvent.click(like)
  await pass(LIKE_PULSE_MS - 1)
  expect(like).toHaveClass('animate-pulse-once')
  await pass(1)
  expect(like).not.toHaveClass('animate-pulse-once')
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
  [
    'a click beside it',
    async (user: ReturnType<typeof renderAt>['user']) => user.click(screen.getByRole('dialog')), // fills the window
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

const UMA = { id: 40, name: 'Uma', selfie: '/api/selfies/40/1', matchedAt: '2026-01-02T00:00:00.000Z' }

test('a pushed match shows both photos, and moves from the feed to the matches', async () => {
  const api = quietApi()
  api.answer(getUser, { ...ada, selfie: '/api/selfies/1/1' })
  api.answer(listUsers, [person(40, 'Uma')])
  const { user, socket } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Uma, 28' })
  api.answer(listUsers, [])
  api.answer(listMatches, [person(40, 'Uma', { isMatch: true })])
  socket.push({ type: 'NEW_MATCH', match: UMA })
  const photos = within(await screen.findByRole('dialog')).getAllByRole('img')
  expect(photos.map((photo) => [photo.getAttribute('alt'), photo.getAttribute('src')])).toEqual([
    ['Ada', '/api/selfies/1/1?size=small'],
    ['Uma', '/api/selfies/40/1?size=small'],
  ])
  await user.click(screen.getByRole('button', { name: 'Keep Browsing' }))
  const matches = await screen.findByRole('region', { name: /Your Matches/ })
  expect(within(matches).getByRole('article', { name: 'Uma, 28' })).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('decorations come to a match after 600 ms', async () => {
  quietApi()
  const { socket } = renderAt('/feed')
  await screen.findByText('No users found')
  const { pass } = stopClock()
  socket.push({ type: 'NEW_MATCH', match: { ...UMA, id: 41 } })
  await pass(MATCH_DECORATION_DELAY_MS - 1)
  expect(screen.getByRole('dialog').querySelector('.animate-twinkle')).toBeNull()
  await pass(1)
  expect(screen.getByRole('dialog').querySelector('.animate-twinkle')).not.toBeNull()
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
