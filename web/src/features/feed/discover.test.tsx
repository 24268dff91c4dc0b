import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import {
  getDiscoveryHints,
  getDiscoveryPreferences,
  passUser,
  setDiscoveryPreferences,
  undoLast,
  unpassAllUsers,
} from '@zing/proto/http/discovery'
import { getProfile, likeUser, listMatches, listUsers } from '@zing/proto/http/social'
import { LIKE_UNDO_MS } from '@zing/proto/limits'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test, vi } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { freezeClock } from '../../test/clock.ts'
import { setOnline } from '../../test/online.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

/** Until then a thrown card has left the screen. */
const AWAY_MS = 300
/** Until then a call that failed for a time is repeated. */
const RETRIED_MS = 2_000
const UNAVAILABLE = 'Service temporarily unavailable. Please try again.'

async function open(api = setupApi()) {
  api.respond(listUsers, [profile(2, 'Ben'), profile(3, 'Noor')])
  api.respond(passUser, undefined)
  const view = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  return { api, ...view, card: cardOf(2) }
}

function cardOf(id: number): HTMLElement {
  const card = document.querySelector<HTMLElement>(`[data-card="${id}"]`)
  if (!card) throw new Error(`no card of user ${id}`)
  Object.defineProperty(card, 'offsetWidth', { value: 360, configurable: true })
  return card
}

const isReachable = (card: HTMLElement) => !card.hasAttribute('inert') && card.ariaHidden !== 'true'

/** Names on the cards of the deck, the card on top first. */
const deck = () => [...document.querySelectorAll('[data-card] h3')].map(({ textContent }) => textContent?.split(',')[0])

const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('article', { name: `${name}, 28` })).not.toBeInTheDocument())

function drag(card: HTMLElement, [dx, dy]: [number, number], end: 'pointerUp' | 'pointerCancel' = 'pointerUp'): void {
  const at = (part: number) => ({
    pointerId: 1,
    isPrimary: true,
    button: 0,
    clientX: 200 + dx * part,
    clientY: 300 + dy * part,
  })
  fireEvent.pointerDown(card, at(0))
  fireEvent.pointerMove(card, at(0.5))
  fireEvent.pointerMove(card, at(1))
  fireEvent[end](card, at(1))
}

test('a card shows two lines of story and the interests, shared ones first, and no likes', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, interests: ['yoga'] })
  api.respond(listUsers, [
    profile(2, 'Ben', { bio: 'Baker by night', interests: ['hiking', 'yoga'], likeCount: 7 }),
    profile(3, 'Mia - demo', { prompts: [{ promptId: 'ask-me', answer: 'the sea' }] }),
  ])
  renderAt('/feed')
  const ben = within(await screen.findByRole('article', { name: 'Ben, 28' }))
  expect(ben.getByText('Baker by night')).toBeInTheDocument()
  const chips = within(ben.getByRole('list', { name: 'About Ben' }))
  expect(chips.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'straight',
    '🧘Yoga, like you',
    '🥾Hiking',
  ])
  const mia = within(cardOf(3))
  expect(mia.getByText('the sea')).toBeInTheDocument()
  expect(mia.getByText('Demo')).toBeInTheDocument()
})

test('a swipe to the right likes, and the card leaves the feed (10.client.card.2)', async () => {
  const { api, card } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  drag(card, [160, 10])
  await gone('Ben')
  await waitFor(() => expect(api.calls(likeUser)).toEqual([{ likedId: 2 }]))
})

test('a swipe to the left passes', async () => {
  const { api, card } = await open()
  drag(card, [-160, 10])
  await gone('Ben')
  await waitFor(() => expect(api.calls(passUser)).toEqual([{ userId: 2 }]))
  expect(screen.getByRole('article', { name: 'Noor, 28' })).toBeInTheDocument()
})

test('a press moves the card as a swipe does, while the card behind comes to the front (10.client.card.6)', async () => {
  const { api, card, user } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  const next = cardOf(3)
  expect([isReachable(next), isReachable(card)]).toEqual([false, true])
  await user.click(screen.getByRole('button', { name: 'Like Ben' }))
  expect(card.style.transform).toContain('translate3d(')
  expect(next.style.transform).toBe('none')
  await gone('Ben')
  expect([isReachable(next), next.style.transform]).toEqual([true, ''])
  await waitFor(() => expect(api.calls(likeUser)).toEqual([{ likedId: 2 }]))
})

test('while a card leaves, a further press decides about nobody', async () => {
  const { api } = await open()
  const pass = screen.getByRole('button', { name: 'Pass Ben' })
  fireEvent.click(pass)
  fireEvent.click(pass)
  await gone('Ben')
  expect(screen.getByRole('article', { name: 'Noor, 28' })).toBeInTheDocument()
  await waitFor(() => expect(api.calls(passUser)).toEqual([{ userId: 2 }]))
})

test('a tap on a half of the photo flips to the photo beside it, up to the ends (10.client.card.7)', async () => {
  const api = setupApi()
  const photos = ['1', '2', '3'].map((id) => ({ id, path: `/api/selfies/2/${id}` }))
  api.respond(listUsers, [profile(2, 'Ben', { photos })])
  const { user, path } = renderAt('/feed')
  const shown = () => screen.getByRole('img', { name: /^Ben, photo/ }).getAttribute('src')
  await screen.findByRole('article', { name: 'Ben, 28' })
  expect(screen.getByRole('note')).toHaveTextContent(/^Tap for more photos\. Swipe/)
  const seen = [shown()]
  for (const side of ['Next', 'Next', 'Next', 'Previous']) {
    await user.click(screen.getByRole('button', { name: `${side} photo` }))
    seen.push(shown())
  }
  expect(seen).toEqual([1, 2, 3, 3, 2].map((photo) => `/api/selfies/2/${photo}`))
  expect(screen.getByText('Photo 2 of 3')).toBeInTheDocument()
  expect(path()).toBe('/feed')
})

test('the card explains itself until the first gesture, once on a device', async () => {
  const { user } = await open()
  const tip = screen.getByRole('note')
  expect(tip).toHaveTextContent(/^Swipe right to like, left to pass, up to read more\./) // no word of photos: there is one
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await gone('Ben')
  expect(tip).not.toBeInTheDocument()
  expect(screen.queryByRole('note')).not.toBeInTheDocument()
  expect(localStorage.getItem('zing.card-tip-seen')).toBe('true')
})

test.each([
  ['released early', [60, 0], 'pointerUp'],
  ['taken over by scrolling', [160, 0], 'pointerCancel'],
] as const)('a card that is %s returns to its place', async (_how, [dx, dy], end) => {
  const { api, card, path } = await open()
  fireEvent.pointerDown(card, { pointerId: 1, isPrimary: true, button: 0, clientX: 200, clientY: 300 })
  fireEvent.pointerMove(card, { pointerId: 1, isPrimary: true, clientX: 200 + dx, clientY: 300 + dy })
  expect(card.style.transform).toContain('rotate')
  fireEvent.pointerMove(card, { pointerId: 1, isPrimary: true, clientX: 200 + dx, clientY: 300 + dy }) // it rests: no fling
  fireEvent[end](card, { pointerId: 1, isPrimary: true, clientX: 200 + dx, clientY: 300 + dy })
  expect(card.style.transform).toBe('')
  fireEvent.click(screen.getByRole('link', { name: 'More about Ben' }))
  expect([path(), api.calls(passUser), api.calls(likeUser)]).toEqual(['/feed', [], []]) // the release is no tap
})

test('a drag up opens the page, and so does a tap on the name', async () => {
  const { api, card, path, user } = await open()
  drag(card, [0, -200])
  await waitFor(() => expect(path()).toBe('/people/2'))
  act(() => window.history.back())
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(await screen.findByRole('link', { name: 'More about Ben' }))
  await waitFor(() => expect(path()).toBe('/people/2'))
})

test('the arrow keys pass and like the card on the screen (10.client.card.3)', async () => {
  const { api, user } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  await user.keyboard('{ArrowLeft}')
  await gone('Ben')
  await user.keyboard('{ArrowRight}')
  await gone('Noor')
  expect([api.calls(passUser), api.calls(likeUser)]).toEqual([[{ userId: 2 }], [{ likedId: 3 }]])
})

test.each(['Pass Ben', 'Like Ben'])('the focus is on the next card after the key on "%s"', async (name) => {
  const { api, user } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  screen.getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('link', { name: 'More about Noor' })).toHaveFocus())
})

test.each([
  ['before its card is away', 404],
  ['later', 503],
])('when a swiped like is refused %s, the card is back behind the card on top', async (_when, firstStatus) => {
  const { api, card } = await open()
  const { advance } = freezeClock()
  api.reject(likeUser, firstStatus, 'User not found')
  drag(card, [160, 0])
  await advance(1)
  expect(shownToast.get()?.title).toBe(firstStatus === 404 ? 'Failed to like user' : 'Your like is waiting')
  await advance(AWAY_MS)
  api.reject(likeUser, 404, 'User not found')
  await advance(RETRIED_MS)
  expect(shownToast.get()).toMatchObject({ title: 'Failed to like user' })
  expect(deck()).toEqual(['Noor', 'Ben'])
})

test.each([
  ['after a 503', (api: ReturnType<typeof setupApi>) => api.reject(passUser, 503, UNAVAILABLE)],
  ['offline', (api: ReturnType<typeof setupApi>) => api.disconnect(passUser)],
])('a pass %s waits, says so, and is sent later (10.client.card.4)', async (_when, fail) => {
  const { api, user } = await open()
  fail(api)
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Your pass is waiting' }))
  await gone('Ben')
  const before = api.calls(passUser).length
  api.respond(passUser, undefined)
  await waitFor(() => expect(api.calls(passUser).length).toBeGreaterThan(before), { timeout: 5_000 })
  expect(screen.queryByRole('article', { name: 'Ben, 28' })).not.toBeInTheDocument()
})

test('a pass that the server refuses is taken back, behind the card on top', async () => {
  const api = setupApi()
  api.respond(
    listUsers,
    ['Ben', 'Noor', 'Uma', 'Leo'].map((name, index) => profile(2 + index, name)),
  )
  api.reject(passUser, 404, 'User not found')
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('button', { name: 'Pass Ben' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't send your pass" }))
  await waitFor(() => expect(deck()).toEqual(['Noor', 'Ben', 'Uma']))
})

test('undo brings a passed card back to its place, once the pass is sent (10.client.card.5)', async () => {
  const { api, user } = await open()
  const respond = api.hold(passUser, undefined)
  api.respond(undoLast, { userId: 2, undone: 'pass' })
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await gone('Ben')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(api.calls(undoLast)).toEqual([])
  respond()
  await screen.findByRole('article', { name: 'Ben, 28' })
  expect(deck()).toEqual(['Ben', 'Noor'])
})

test('undo names the decisions of this visit one by one, and repeats a call without a response', async () => {
  const { api, user } = await open()
  const undo = () => user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await gone('Ben')
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  drag(cardOf(3), [160, 10])
  await gone('Noor')
  api.disconnect(undoLast)
  await undo()
  await waitFor(() => expect(api.calls(undoLast)).toHaveLength(1))
  api.respond(undoLast, { userId: 3, undone: 'like' })
  await screen.findByRole('article', { name: 'Noor, 28' }, { timeout: 5_000 })
  api.respond(undoLast, { userId: 2, undone: 'pass' })
  await undo()
  await screen.findByRole('article', { name: 'Ben, 28' })
  const like = { userId: 3, undone: 'like' }
  expect(api.calls(undoLast)).toEqual([like, like, { userId: 2, undone: 'pass' }])
})

test('undo of an earlier visit shows the card on top before its page loads, and shows it once', async () => {
  const nextPage = { link: '</api/users?cursor=a>; rel="next"' }
  const many = Array.from({ length: 8 }, (_, index) => profile(11 + index, 'Max'))
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben'), profile(3, 'Noor'), ...many], nextPage)
  api.respond(undoLast, { userId: 9, undone: 'pass' })
  api.respond(getProfile, profile(9, 'Zoe'))
  api.respond(passUser, undefined)
  const { user } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(deck()).toEqual(['Zoe', 'Ben', 'Noor']))

  api.respond(listUsers, [profile(8, 'Uma'), profile(9, 'Zoe')])
  for (const name of ['Zoe', 'Ben', 'Noor']) {
    await user.click(await screen.findByRole('button', { name: `Pass ${name}` }))
    await gone(name)
  }
  await waitFor(() => expect(api.calls(listUsers)).toHaveLength(3)) // the first page twice, and the next one
  expect(deck()).not.toContain('Zoe')
})

test('undo is dim while this visit has nothing to undo, for a like after ten seconds (10.client.card.9)', async () => {
  const { api } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  const undo = () => screen.getByRole('button', { name: 'Undo' })
  expect(undo()).toHaveAttribute('title', 'Nothing to undo')
  const { advance } = freezeClock()
  fireEvent.click(screen.getByRole('button', { name: 'Like Ben' }))
  await advance(LIKE_UNDO_MS - 100)
  expect(undo()).toHaveAttribute('title', 'Undo the last pass or like')
  await advance(100)
  expect(undo()).toHaveAttribute('title', 'Nothing to undo')
  fireEvent.click(screen.getByRole('button', { name: 'Pass Noor' }))
  await advance(LIKE_UNDO_MS)
  expect(undo()).toHaveAttribute('title', 'Undo the last pass or like')
})

test('undo passes over a like that is final, and says so when the server has undone nothing more', async () => {
  const { api, user } = await open()
  const undo = () => user.click(screen.getByRole('button', { name: 'Undo' }))
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  drag(cardOf(2), [160, 10])
  await gone('Ben')
  api.reject(undoLast, 409, { message: 'Nothing to undo', code: 'NOTHING_TO_UNDO' })
  await undo()
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Nothing to undo' }))
  expect(api.calls(undoLast)).toEqual([{ userId: 2, undone: 'like' }, undefined])

  api.respond(undoLast, { userId: 9, undone: 'pass' }) // of an earlier visit
  await undo()
  await waitFor(() => expect(api.calls(undoLast)).toHaveLength(3))
  await undo()
  await waitFor(() => expect(api.calls(undoLast)).toHaveLength(4))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Nothing to undo', variant: 'default' }))
})

test('with nothing to undo a toast says so', async () => {
  const { api, user } = await open()
  api.reject(undoLast, 409, { message: 'Nothing to undo', code: 'NOTHING_TO_UNDO' })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Nothing to undo', variant: 'default' }))
})

test('offline an undo fails at once', async () => {
  const { api, user } = await open()
  api.disconnect(undoLast)
  act(() => setOnline(false))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: "Couldn't undo that", text: 'You are offline' }))
})

test('the liked people have a tab of their own, without pass', async () => {
  const { api, user } = await open()
  api.respond(listUsers, [profile(5, 'Uma', { hasLiked: true })])
  await user.click(screen.getByRole('tab', { name: 'New', selected: true }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Liked', selected: true })).toHaveFocus()
  const liked = await screen.findByRole('region', { name: 'People you like' })
  const uma = within(await within(liked).findByRole('article', { name: 'Uma, 28' }))
  expect(uma.getByRole('button', { name: "You've already liked Uma" })).toBeDisabled()
  expect(uma.queryByRole('button', { name: 'Pass Uma' })).not.toBeInTheDocument()
  expect(api.calls(passUser)).toEqual([]) // the arrow key is the tabs' own
})

test('an empty feed offers one step that shows more people (10.client.preferences.3)', async () => {
  const api = setupApi()
  const preferences = { ...NO_PREFERENCES, ageMin: 23, ageMax: 37 }
  api.respond(getDiscoveryHints, { hints: [{ change: 'age', years: 2, count: 12, preferences }], hasPassed: false })
  api.respond(setDiscoveryPreferences, preferences)
  const { user } = renderAt('/feed')
  const step = await screen.findByRole('button', { name: '12 more people if you widen the ages by 2 years' })
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(step)
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
  expect(api.calls(setDiscoveryPreferences)).toEqual([preferences])
})

test('an empty feed never proposes whom to desire, even if the server does', async () => {
  const api = setupApi()
  const hint = { change: 'genders', years: null, count: 27, preferences: NO_PREFERENCES } as const
  api.respond(getDiscoveryHints, { hints: [hint], hasPassed: true })
  renderAt('/feed')
  await screen.findByRole('button', { name: 'Show people I passed again' })
  expect(screen.queryByText(/27/)).not.toBeInTheDocument()
})

test.each([
  [
    'shares',
    (link: string[]) => Object.assign(navigator, { share: async ({ url }: ShareData) => void link.push(`${url}`) }),
  ],
  [
    'copies',
    (link: string[]) =>
      void vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void link.push(text)),
  ],
])('an empty feed %s an invitation', async (_how, listen) => {
  setupApi()
  const { user } = renderAt('/feed')
  const invite = await screen.findByRole('button', { name: 'Invite a friend' })
  const link: string[] = []
  listen(link)
  await user.click(invite)
  expect(link).toEqual([window.location.origin])
  Reflect.deleteProperty(navigator, 'share')
})

test('an end of the feed offers to start over', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  api.respond(unpassAllUsers, undefined)
  api.respond(getDiscoveryHints, { hints: [], hasPassed: true })
  const { user } = renderAt('/feed')
  expect(await screen.findByText("You've seen everyone for now.")).toBeInTheDocument()
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(await screen.findByRole('button', { name: 'Show people I passed again' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('when the user comes back to an empty feed, it shows who has joined', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  renderAt('/feed')
  await screen.findByRole('button', { name: 'People you like' })
  api.respond(listUsers, [profile(2, 'Ben')])
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('when the user has passed nobody, the end of the feed offers no start over', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  renderAt('/feed')
  await screen.findByText("You've seen everyone for now.")
  await waitFor(() => expect(api.calls(getDiscoveryHints)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Show people I passed again' })).not.toBeInTheDocument()
})

const UNANSWERED = { ...NO_PREFERENCES, isSet: false }
const question = () => screen.findByRole('region', { name: 'Show me' })

test('the first card waits for the question above it, which would push it down', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.hang(getDiscoveryPreferences)
  renderAt('/feed')
  await waitFor(() => expect(api.calls(listMatches)).toHaveLength(1))
  await act(async () => {})
  expect(screen.getByText('Finding people near you...')).toBeInTheDocument()
  expect(screen.queryByRole('article')).not.toBeInTheDocument()
  cleanup()

  api.reject(getDiscoveryPreferences, 500, 'Something went wrong')
  renderAt('/feed')
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('a user is asked beside the first face whom to show, until the answer, which may be several (10.client.preferences.2)', async () => {
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben')])
  api.respond(getDiscoveryPreferences, UNANSWERED)
  const first = renderAt('/feed')
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
  const answers = within(await question())
  expect(answers.getAllByRole('checkbox', { checked: false }).map((box) => box.parentElement?.textContent)).toEqual([
    ...['Women', 'Men', 'Non-binary people', 'Everyone'],
  ])
  expect(answers.getByRole('button', { name: 'Done' })).toBeDisabled()
  cleanup()

  const { user } = renderAt('/feed') // the next visit
  const again = within(await question())
  await user.click(again.getByLabelText('Everyone'))
  await user.click(again.getByLabelText('Women'))
  expect(again.getByLabelText('Everyone')).not.toBeChecked()
  await user.click(again.getByLabelText('Non-binary people'))
  const genders = ['female' as const, 'non-binary' as const, 'other' as const]
  api.respond(setDiscoveryPreferences, { ...NO_PREFERENCES, genders })
  tapTwice(again.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Show me' })).not.toBeInTheDocument())
  expect(api.calls(setDiscoveryPreferences)).toEqual([{ ...NO_PREFERENCES, genders }])
  expect(shownToast.get()?.isQuiet).toBe(true)
  cleanup()

  renderAt('/feed')
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Show me' })).not.toBeInTheDocument()
  expect(api.calls(getDiscoveryPreferences)).toHaveLength(2) // this browser knows of the answer
  expect(first.path()).toBe('/feed')
})

test('preferences that are saved elsewhere answer the question', async () => {
  const api = setupApi()
  api.respond(getDiscoveryPreferences, UNANSWERED)
  api.respond(setDiscoveryPreferences, NO_PREFERENCES)
  const { user } = renderAt('/feed')
  expect(await question()).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Who you see' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Show me' })).not.toBeInTheDocument()
})

test('a card says which photo is a live selfie, and not the orientation that a user hides (10.story.photos.live)', async () => {
  const photos = [
    { id: '2', path: '/api/selfies/2/2' },
    { id: '1', path: '/api/selfies/2/1', isLive: true },
  ]
  const api = setupApi()
  const ben = profile(2, 'Ben', { photos, selfie: photos[0]?.path ?? null, orientation: '' })
  api.respond(listUsers, [ben])
  api.respond(getProfile, ben)
  const { user } = renderAt('/feed')
  const card = within(await screen.findByRole('article', { name: 'Ben, 28' }))
  const isShown = () => card.getByText('Live selfie').closest('[aria-hidden=true]') === null
  expect(isShown()).toBe(false)
  expect(card.queryByText('straight')).not.toBeInTheDocument()
  await user.click(card.getByRole('button', { name: 'Next photo' }))
  expect(isShown()).toBe(true)
  await user.click(card.getByRole('link', { name: 'More about Ben' }))
  const page = within(await screen.findByRole('article', { name: 'Ben, 28' }))
  expect(page.getByText('Live selfie')).toBeInTheDocument()
  expect(page.getByText('male')).toBeInTheDocument()
  expect(page.queryByText(/·/)).not.toBeInTheDocument()
})
