import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { updateAccount } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { passUser } from '@zing/proto/http/discovery'
import { likeUser, listMatches, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { FEED_REFRESH_SPINNER_MS, LIKE_PULSE_MS, MATCH_DECORATION_DELAY_MS } from '../../lib/limits.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { freezeClock } from '../../test/clock.ts'
import { setOnline } from '../../test/online.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

test('the loading feed shows its text (2.feed.1)', async () => {
  setupApi().hang(listUsers)
  renderAt('/feed')
  expect(await screen.findByText('Finding people near you...')).toBeInTheDocument()
})

test('a feed that cannot be loaded shows the reason and can be retried (2.feed.2, 8.feed)', async () => {
  const api = setupApi()
  api.reject(listUsers, 503, 'Service temporarily unavailable. Please try again.')
  const { user } = renderAt('/feed')
  expect(await screen.findByText('Failed to load feed')).toBeInTheDocument()
  expect(screen.getByText('Service temporarily unavailable. Please try again.')).toBeInTheDocument()
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('an empty feed suggests inviting friends and can be refreshed (2.feed.3)', async () => {
  const api = setupApi()
  const { user } = renderAt('/feed')
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  expect(screen.getByText('Invite your friends to join Zing')).toBeInTheDocument()
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('when the user is hidden, the feed says so and leads back with one tap', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, hidden: true })
  api.respond(updateAccount, { ...ada, hidden: false })
  const { user } = renderAt('/feed')
  const notice = await screen.findByRole('region', { name: 'Visibility' })
  expect(notice).toHaveTextContent('You are hidden.')
  await user.click(within(notice).getByRole('button', { name: 'Show me again' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
  expect(api.calls(updateAccount)).toEqual([{ hidden: false }])
})

test('the refresh button in the title bar spins until 600 ms after the reload (2.feed.4, 2.feed.5, 2.feed.6, 9.feed-spinner)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  const refresh = within(screen.getByRole('banner')).getByRole('button', { name: 'Refresh feed' })
  const isSpinning = () => refresh.querySelector('.animate-spin') !== null
  expect([refresh, isSpinning()]).toEqual([expect.objectContaining({ disabled: false }), false])

  const { advance } = freezeClock()
  api.respond(listUsers, [profile(3, 'Noor'), profile(2, 'Ben')])
  fireEvent.click(refresh)
  await advance(10)
  expect(screen.getByRole('article', { name: 'Noor, 28' })).toBeInTheDocument()
  await advance(FEED_REFRESH_SPINNER_MS - 20)
  expect(refresh).toBeDisabled()
  expect(isSpinning()).toBe(true)
  await advance(20)
  expect(refresh).toBeEnabled()
  expect(isSpinning()).toBe(false)

  api.hang(listUsers)
  fireEvent.click(refresh)
  await advance(60_000)
  expect(refresh).toBeDisabled()
})

test.each([
  ['offline', false, { title: 'You are offline', variant: 'destructive' }],
  ['without a reachable server', true, { title: 'Zing cannot be reached. Please try again.' }],
])('a refresh %s says so and keeps the list', async (_what, isOnline, toast) => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  const { user } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  api.disconnect(listUsers)
  act(() => setOnline(isOnline))
  await user.click(screen.getByRole('button', { name: 'Refresh feed' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject(toast))
  expect(screen.getByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Refresh feed' })).toBeEnabled())
})

test('a refresh that the server rejects says why', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  const { user } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  api.reject(listUsers, 503, 'Service temporarily unavailable. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Refresh feed' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Failed to load feed',
      text: 'Service temporarily unavailable. Please try again.',
    }),
  )
})

test('a screen that is opened offline says so, and loads when the device is online again', async () => {
  const api = setupApi()
  const { user } = renderAt('/account')
  await screen.findByRole('heading', { name: 'Visibility' })
  api.disconnect(listMatches)
  act(() => setOnline(false))
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  const failure = (await screen.findByText('Failed to load feed')).parentElement
  expect(failure).toHaveTextContent('You are offline')
  api.respond(listMatches, [])
  act(() => setOnline(true))
  expect(await screen.findByText('No users found')).toBeInTheDocument()
})

test('the feed shows profiles to discover, and matches with badge, count and a link to the chat (2.feed.9, 2.feed.10, 2.feed.11, 2.feed.12)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben'), profile(3, 'Noor', { selfie: null, photos: [], likeCount: 1 })])
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  api.respond(passUser, undefined)
  const { user } = renderAt('/feed')

  const discover = within(await screen.findByRole('region', { name: 'Discover New People' }))
  const ben = within(discover.getByRole('article', { name: 'Ben, 28' }))
  expect(ben.getByRole('img', { name: 'Ben' })).toHaveAttribute('src', '/api/selfies/2/1')
  expect(ben.getByRole('heading', { name: 'Ben, 28' })).toBeInTheDocument()
  expect(ben.getByRole('list', { name: 'About Ben' })).toHaveTextContent('straight')
  expect(ben.getByRole('button', { name: 'Like Ben' })).toBeEnabled()
  const matches = screen.getByRole('region', { name: /Your Matches/ })
  expect(within(matches).getByRole('article', { name: 'Theo, 28' })).toHaveTextContent('straight')
  expect(within(matches).getByText('Match!')).toBeInTheDocument()
  expect(within(matches).getByText('1 match')).toBeInTheDocument()
  expect(within(matches).getByRole('link', { name: 'Messages' })).toHaveAttribute('href', '/messages')
  expect(within(matches).getByRole('link', { name: /Chat with Theo/ })).toHaveAttribute('href', '/chat/4')
  expect(within(matches).getByRole('button', { name: "You've already liked Theo" })).toBeDisabled()

  await user.click(discover.getByRole('button', { name: 'Pass Ben' }))
  expect(await discover.findByRole('img', { name: 'Noor' })).not.toHaveAttribute('src') // a drawn placeholder
})

test('a like is shown at once, its button is disabled and explains why, and the card leaves (1.7, 2.feed.13, 4.like.5)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))

  const liked = await screen.findByRole('button', { name: "You've already liked Ben" })
  expect(liked).toBeDisabled()
  expect(liked).toHaveAttribute('title', "You've already liked this user")
  await waitFor(() => expect(api.calls(likeUser)).toEqual([{ likedId: 2 }]))
  expect(await screen.findByText("You've seen everyone for now.")).toBeInTheDocument()
})

test('the like button pulses for half a second (2.feed.14, 9.like-pulse)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben'), profile(3, 'Noor')])
  api.hang(likeUser)
  renderAt('/feed')
  const like = await screen.findByRole('button', { name: 'Like Ben' })
  const { advance } = freezeClock()
  fireEvent.click(like)
  await advance(LIKE_PULSE_MS - 1)
  expect(like).toHaveClass('animate-pulse-once')
  await advance(1)
  expect(like).not.toHaveClass('animate-pulse-once')
})

test('a mutual like opens the match overlay once, which leads to the chat (2.match.1, 2.match.5, 4.like.2)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.respond(likeUser, { likeCount: 4, isMatch: true })
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
    async (user: ReturnType<typeof renderAt>['user']) =>
      user.click(screen.getByRole('heading', { name: "It's a Match!" }).parentElement ?? document.body), // fills the window
  ],
  ['Escape', async (user: ReturnType<typeof renderAt>['user']) => user.keyboard('{Escape}')],
])('a pushed match is closed by %s (2.match.3, 2.match.4, 2.match.6)', async (_what, close) => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  const { user, socket } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  socket.push({
    type: 'NEW_MATCH',
    match: { id: 20 + _what.length, name: 'Ines', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' },
  })
  expect(await screen.findByRole('dialog')).toHaveAccessibleDescription('You and Ines have zinged each other.')
  await close(user)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

const UMA = { id: 40, name: 'Uma', selfie: '/api/selfies/40/1', matchedAt: '2026-01-02T00:00:00.000Z' }

test('a pushed match shows both photos, and its profile moves from the feed to the matches (2.match.2, 4.like.7)', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, selfie: '/api/selfies/1/1' })
  api.respond(listUsers, [profile(40, 'Uma')])
  const { user, socket } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Uma, 28' })
  api.respond(listUsers, [])
  api.respond(listMatches, [profile(40, 'Uma', { isMatch: true })])
  socket.push({ type: 'NEW_MATCH', match: UMA })
  const photos = within(await screen.findByRole('dialog')).getAllByRole('img')
  expect(photos.map((photo) => [photo.getAttribute('alt'), photo.getAttribute('src')])).toEqual([
    ['Ada', '/api/selfies/1/1'],
    ['Uma', '/api/selfies/40/1'],
  ])
  await user.click(screen.getByRole('button', { name: 'Keep Browsing' }))
  const matches = await screen.findByRole('region', { name: /Your Matches/ })
  expect(within(matches).getByRole('article', { name: 'Uma, 28' })).toBeInTheDocument()
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('the decorations of a match appear after 600 ms (2.match.7, 9.decorations)', async () => {
  setupApi()
  const { socket } = renderAt('/feed')
  await screen.findByText('No users found')
  const { advance } = freezeClock()
  socket.push({ type: 'NEW_MATCH', match: { ...UMA, id: 41 } })
  await advance(MATCH_DECORATION_DELAY_MS - 1)
  expect(screen.getByRole('dialog').querySelector('.animate-twinkle')).toBeNull()
  await advance(1)
  expect(screen.getByRole('dialog').querySelector('.animate-twinkle')).not.toBeNull()
})

test('when newer users come, no card changes until the user refreshes the feed (10.client.card.8)', async () => {
  const api = setupApi()
  const [ben, noor, zoe] = [profile(2, 'Ben'), profile(3, 'Noor'), profile(4, 'Zoe')]
  api.respond(listUsers, [ben, noor])
  const { user, socket } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })

  api.respond(listUsers, [zoe, noor, ben])
  socket.open()
  socket.push({ type: 'MATCH_RESTORED', userId: 9 })
  await waitFor(() => expect(deck()).toEqual(['Ben, 28', 'Noor, 28', 'Zoe, 28']))
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Refresh feed' }))
  await waitFor(() => expect(deck()).toEqual(['Zoe, 28', 'Noor, 28', 'Ben, 28']))
  expect(screen.getByRole('article', { name: 'Zoe, 28' })).toBeInTheDocument()
})

/** Names on the cards, the card on top first. */
const deck = () => [...document.querySelectorAll('[data-card] h3')].map(({ textContent }) => textContent)

test('a like is shown before the server has confirmed it', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.hang(likeUser)
  renderAt('/feed')
  const like = await screen.findByRole('button', { name: 'Like Ben' })
  fireEvent.click(like)
  expect(like).toHaveAccessibleName("You've already liked Ben")
  expect(like).toBeDisabled()
  expect(like.querySelector('path')).toHaveAttribute('fill', 'currentColor')
  expect(await screen.findByText("You've seen everyone for now.")).toBeInTheDocument()
})

test('a like that the server refuses is taken back with a toast and can be repeated (7.likes.failure)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.reject(likeUser, 404, 'User not found')
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Like Ben' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Failed to like user',
      text: 'User not found',
      variant: 'destructive',
    }),
  )
  await waitFor(() => expect(screen.getByRole('button', { name: 'Like Ben' })).toBeEnabled())
})

test('a like that is confirmed while the feed is fetched again stays', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  const { user } = renderAt('/feed')
  const like = await screen.findByRole('button', { name: 'Like Ben' })
  const respond = api.hold(listUsers, [profile(3, 'Noor'), profile(2, 'Ben')]) // as they were before the like
  await user.click(screen.getByRole('button', { name: 'Refresh feed' }))
  await user.click(like)
  await waitFor(() => expect(api.calls(likeUser)).toHaveLength(1))
  respond()
  await waitFor(() => expect(deck()).toEqual(['Noor, 28']))
})

const NEXT_PAGE = { link: '</api/users?cursor=a>; rel="next"' }

test('a next page that a refetch has cancelled is fetched when that has ended', async () => {
  const api = setupApi()
  const respond = api.hold(listUsers, [profile(2, 'Ben')], NEXT_PAGE)
  const { socket } = renderAt('/feed')
  await waitFor(() => expect(api.calls(listUsers)).toHaveLength(1))
  api.hang(listUsers)
  respond()
  await screen.findByRole('article', { name: 'Ben, 28' })
  await waitFor(() => expect(api.calls(listUsers)).toHaveLength(2)) // the next page, without a response
  const refetched = api.hold(listUsers, [profile(2, 'Ben')], NEXT_PAGE)
  socket.open()
  socket.push({ type: 'MATCH_RESTORED', userId: 9 })
  await waitFor(() => expect(api.calls(listUsers)).toHaveLength(3))
  api.respond(listUsers, [profile(3, 'Noor')])
  refetched()
  await waitFor(() => expect(deck()).toEqual(['Ben, 28', 'Noor, 28']))
})

test('a next page that cannot be loaded can be tried again', async () => {
  const api = setupApi()
  api.respond(passUser, undefined)
  const respond = api.hold(listUsers, [profile(2, 'Ben')], NEXT_PAGE)
  const { user } = renderAt('/feed')
  await waitFor(() => expect(api.calls(listUsers)).toHaveLength(1))
  api.reject(listUsers, 503, 'Service temporarily unavailable. Please try again.')
  respond()
  await waitFor(() => expect(api.calls(listUsers)).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  const retry = await screen.findByRole('button', { name: 'Try Again' })
  expect(api.calls(listUsers)).toHaveLength(2)
  api.respond(listUsers, [profile(3, 'Noor')])
  await user.click(retry)
  expect(await screen.findByRole('article', { name: 'Noor, 28' })).toBeInTheDocument()
})
