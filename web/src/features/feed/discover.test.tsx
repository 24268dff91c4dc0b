import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
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
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test, vi } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { proposeShowMe } from '../../lib/text/show-me.ts'
import { recordObservers } from '../../test/observers.ts'
import { setOnline } from '../../test/online.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

const UNAVAILABLE = 'Service temporarily unavailable. Please try again.'

async function open(api = setupApi()) {
  api.respond(listUsers, [profile(2, 'Ben'), profile(3, 'Noor')])
  api.respond(passUser, undefined)
  const view = renderAt('/feed')
  const card = await screen.findByRole('article', { name: 'Ben, 28' })
  Object.defineProperty(card, 'offsetWidth', { value: 360 })
  return { api, ...view, card }
}

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

test('a card shows two lines of story, the interests, the shared ones first, and no zero likes', async () => {
  const api = setupApi()
  api.respond(getUser, { ...ada, interests: ['yoga'] })
  api.respond(listUsers, [
    profile(2, 'Ben', { bio: 'Baker by night', interests: ['hiking', 'yoga'], likeCount: 0 }),
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
  const mia = within(screen.getByRole('article', { name: 'Mia, 28' }))
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

test('the next card moves up while a card is thrown, and stands in its place once that is gone', async () => {
  const { card, user } = await open()
  const next = screen.getByRole('article', { name: 'Noor, 28' })
  Object.defineProperty(next, 'offsetTop', { value: 500 })
  await user.click(within(card).getByRole('button', { name: 'Pass Ben' }))
  expect(next.style.translate).toBe('0px -500px')
  await gone('Ben')
  expect(next.style.translate).toBe('')
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
  fireEvent.click(within(card).getByRole('link', { name: 'Open the page of Ben' }))
  expect([path(), api.calls(passUser), api.calls(likeUser)]).toEqual(['/feed', [], []]) // the release is no tap
})

test('a drag up opens the page, and so does a tap', async () => {
  const { api, card, path, user } = await open()
  drag(card, [0, -200])
  await waitFor(() => expect(path()).toBe('/people/2'))
  act(() => window.history.back())
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(await screen.findByRole('link', { name: 'Open the page of Ben' }))
  await waitFor(() => expect(path()).toBe('/people/2'))
})

test('the arrow keys pass and like the card on the screen (10.client.card.3)', async () => {
  const { api, user } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  await user.keyboard('{ArrowLeft}')
  await gone('Ben')
  await user.keyboard('{ArrowRight}')
  expect(await screen.findByRole('button', { name: "You've already liked Noor" })).toBeDisabled()
  expect([api.calls(passUser), api.calls(likeUser)]).toEqual([[{ userId: 2 }], [{ likedId: 3 }]])
})

test.each(['Pass Ben', 'Like Ben'])('the focus is on the next card after the key on "%s"', async (name) => {
  const { api, user, card } = await open()
  api.respond(likeUser, { likeCount: 4, isMatch: false })
  within(card).getByRole('button', { name }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('link', { name: 'Open the page of Noor' })).toHaveFocus())
})

test('a swiped like that is refused brings the card back with a toast', async () => {
  const { api, card } = await open()
  api.reject(likeUser, 404, 'User not found')
  drag(card, [160, 0])
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Failed to like user' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
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

test('a pass that the server refuses is taken back', async () => {
  const { api, user } = await open()
  api.reject(passUser, 404, 'User not found')
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'The pass was not sent' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('undo brings a passed card back to its place, once the pass is sent (10.client.card.5)', async () => {
  const { api, user } = await open()
  const respond = api.hold(passUser, undefined)
  api.respond(undoLast, { userId: 2, undone: 'pass' })
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await gone('Ben')
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  expect(api.calls(undoLast)).toEqual([])
  respond()
  await screen.findByRole('article', { name: 'Ben, 28' })
  expect(screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))).toEqual(['Ben, 28', 'Noor, 28'])
})

test('undo names the decisions of this visit one by one, and repeats a call without a response', async () => {
  const { api, user } = await open()
  const undo = () => user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  await user.click(screen.getByRole('button', { name: 'Pass Ben' }))
  await gone('Ben')
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  drag(screen.getByRole('article', { name: 'Noor, 28' }), [160, 10])
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

test('undo of an earlier visit shows the card first before its page loads, and shows it once', async () => {
  const observed = recordObservers()
  const scrolledTo: (string | null)[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this.getAttribute('aria-label'))
  })
  const nextPage = { link: '</api/users?cursor=a>; rel="next"' }
  const api = setupApi()
  api.respond(listUsers, [profile(2, 'Ben'), profile(3, 'Noor')], nextPage)
  api.respond(undoLast, { userId: 9, undone: 'pass' })
  api.respond(getProfile, profile(9, 'Zoe'))
  const { user } = renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  await waitFor(() => expect(names()).toEqual(['Zoe, 28', 'Ben, 28']))
  await waitFor(() => expect(scrolledTo).toEqual(['Zoe, 28']))

  api.respond(listUsers, [profile(8, 'Uma'), profile(9, 'Zoe'), profile(10, 'Leo')])
  const scrollDown = () =>
    act(() => {
      for (const report of observed.values()) report()
    })
  await waitFor(() => {
    scrollDown()
    expect(names()).toEqual(['Zoe, 28', 'Ben, 28', 'Noor, 28', 'Uma, 28', 'Leo, 28'])
  })
})

test('undo passes over a like that is final, and says so when the server has undone nothing more', async () => {
  const { api, user } = await open()
  const undo = () => user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  drag(screen.getByRole('article', { name: 'Ben, 28' }), [160, 10])
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
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Nothing to undo', variant: 'default' }))
})

test('offline an undo fails at once', async () => {
  const { api, user } = await open()
  api.disconnect(undoLast)
  act(() => setOnline(false))
  await user.click(screen.getAllByRole('button', { name: 'Undo' })[0] as HTMLElement)
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Undo failed', text: 'You are offline' }))
})

test('the liked people have a tab of their own, without pass', async () => {
  const { api, user } = await open()
  api.respond(listUsers, [profile(5, 'Uma', { hasLiked: true })])
  await user.click(screen.getByRole('tab', { name: 'New', selected: true }))
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Liked', selected: true })).toHaveFocus()
  const liked = await screen.findByRole('region', { name: 'People You Like' })
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
  const step = await screen.findByRole('button', { name: '12 more people if you widen the age by 2 years' })
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(step)
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
  expect(api.calls(setDiscoveryPreferences)).toEqual([preferences])
})

test('the suggested answer comes first', async () => {
  setupApi().respond(getUser, { ...ada, gender: 'female', orientation: 'straight' })
  renderAt('/feed')
  act(() => proposeShowMe(ada.id))
  const answers = await screen.findAllByRole('button', { name: /^(Women|Men|Everybody)$/ })
  expect(answers.map(({ textContent }) => textContent)).toEqual(['Men', 'Women', 'Everybody'])
})

test('a feed whose preferences no user fits says so', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  api.respond(getDiscoveryPreferences, { ...NO_PREFERENCES, ageMin: 95 })
  renderAt('/feed')
  expect(await screen.findByText('Nobody new fits who you want to see.')).toBeInTheDocument()
})

test('an end of the feed offers to start over', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  api.respond(unpassAllUsers, undefined)
  api.respond(getDiscoveryHints, { hints: [], hasPassed: true })
  const { user } = renderAt('/feed')
  expect(await screen.findByText('You have seen everyone. New people appear here.')).toBeInTheDocument()
  api.respond(listUsers, [profile(2, 'Ben')])
  await user.click(await screen.findByRole('button', { name: 'Start over' }))
  expect(await screen.findByRole('article', { name: 'Ben, 28' })).toBeInTheDocument()
})

test('when the user has passed nobody, the end of the feed offers no start over', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(4, 'Theo', { hasLiked: true, isMatch: true })])
  renderAt('/feed')
  await screen.findByText('You have seen everyone. New people appear here.')
  await waitFor(() => expect(api.calls(getDiscoveryHints)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: 'Start over' })).not.toBeInTheDocument()
})

test('a new user is asked once whom to show, with a suggestion; no answer sets nothing (10.client.preferences.2)', async () => {
  const { api, user } = await open()
  act(() => proposeShowMe(ada.id))
  api.respond(setDiscoveryPreferences, { ...NO_PREFERENCES, genders: ['male'] })
  expect(await screen.findByRole('region', { name: 'Show me' })).toBeInTheDocument()
  expect(api.calls(setDiscoveryPreferences)).toEqual([])
  const answers = screen.getAllByRole('button', { name: /^(Women|Men|Everybody)$/ })
  expect(answers.map(({ textContent }) => textContent)).toEqual(['Women', 'Men', 'Everybody']) // to a gay woman
  for (const answer of answers) expect(answer).not.toHaveClass('bg-zing') // none is chosen
  await user.click(screen.getByRole('button', { name: 'Men' }))
  await waitFor(() => expect(api.calls(setDiscoveryPreferences)).toEqual([{ ...NO_PREFERENCES, genders: ['male'] }]))
  expect(screen.queryByRole('region', { name: 'Show me' })).not.toBeInTheDocument()
})

test('preferences that are saved elsewhere answer the question', async () => {
  const api = setupApi()
  api.respond(setDiscoveryPreferences, NO_PREFERENCES)
  const { user } = renderAt('/feed')
  act(() => proposeShowMe(ada.id))
  expect(await screen.findByRole('region', { name: 'Show me' })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Who I want to see' }))
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('No users found')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Show me' })).not.toBeInTheDocument()
})

test('a card is rendered when it comes near', async () => {
  const observed = recordObservers()
  const api = setupApi()
  api.respond(listUsers, [
    profile(2, 'Ben'),
    profile(3, 'Noor'),
    profile(4, 'Uma'),
    profile(5, 'Leo'),
    profile(6, 'Zoe'),
  ])
  renderAt('/feed')
  await screen.findByRole('article', { name: 'Ben, 28' })
  const names = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
  const uma = document.querySelector('[data-card="4"]') as Element
  await waitFor(() => expect(observed.has(uma)).toBe(true))
  expect(names()).toEqual(['Ben, 28', 'Noor, 28'])
  act(() => observed.get(uma)?.())
  await waitFor(() => expect(names()).toEqual(['Ben, 28', 'Noor, 28', 'Uma, 28', 'Leo, 28']))
})
