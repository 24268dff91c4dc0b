import { screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import { blockUser } from '@zing/proto/http/chat'
import { passUser } from '@zing/proto/http/discovery'
import { getProfile, likeUser, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'

const BEN = profile(2, 'Ben', {
  photos: [
    { id: '1', path: '/api/selfies/2/1' },
    { id: '7', path: '/api/selfies/2/7' },
  ],
  bio: 'Baker by night.\nArchitect by day.',
  prompts: [
    { promptId: 'ask-me', answer: 'the sea' },
    { promptId: 'of-a-newer-server', answer: 'nothing' },
  ],
  interests: ['hiking', 'yoga'],
  lookingFor: 'dates',
})

async function open(person = BEN) {
  const api = setupApi()
  api.respond(getUser, { ...ada, interests: ['yoga'] })
  api.respond(listUsers, [person])
  api.respond(getProfile, person)
  const view = renderAt('/feed')
  await view.user.click(await screen.findByRole('link', { name: `More about ${person.name}` }))
  const page = within(await screen.findByRole('article', { name: `${person.name}, 28` }))
  return { api, ...view, page }
}

test('the page shows the story: words, answers, interests and intention (2.routes.19)', async () => {
  const { page } = await open()
  expect(page.getByText(/Baker by night/)).toBeInTheDocument()
  expect(page.getByText('Ask me about')).toBeInTheDocument()
  expect(page.getByText('the sea')).toBeInTheDocument()
  expect(page.queryByText('nothing')).not.toBeInTheDocument()
  expect(page.getByText(/Looking for: dates/)).toBeInTheDocument()
  const interests = within(page.getByRole('list', { name: 'Interests' })).getAllByRole('listitem')
  expect(interests.map(({ textContent }) => textContent)).toEqual(['🧘Yoga, like you', '🥾Hiking'])
})

test('the page of a user without a story says so', async () => {
  const { page } = await open(profile(2, 'Ben'))
  expect(page.getByText("hasn't written anything yet", { exact: false })).toHaveTextContent(
    "Ben hasn't written anything yet.",
  )
})

test('the page has a heading and the way back on its photo, the navigation, and no title bar (2.layout.13)', async () => {
  const { user, path } = await open()
  expect(screen.getByRole('heading', { level: 1, name: 'About' })).toHaveFocus()
  expect(screen.queryByRole('banner')).not.toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(path()).toBe('/feed'))
})

test('the page shows the data of the feed until its own data is there', async () => {
  const api = setupApi()
  api.respond(listUsers, [BEN])
  const respond = api.hold(getProfile, { ...BEN, bio: 'Baker by day' })
  const { user } = renderAt('/feed')
  await user.click(await screen.findByRole('link', { name: 'More about Ben' }))
  expect(await screen.findByText('Ask me about')).toBeInTheDocument()
  expect(screen.getByText(/Baker by night/)).toBeInTheDocument()
  respond()
  expect(await screen.findByText('Baker by day')).toBeInTheDocument()
})

test('the photos are browsed by buttons, which stop at the ends', async () => {
  const { page, user } = await open()
  expect(page.getByRole('img', { name: 'Ben, photo 1 of 2' })).toBeInTheDocument()
  await user.click(page.getByRole('button', { name: 'Next photo' }))
  expect(page.getByText('Photo 2 of 2')).toBeInTheDocument()
  await user.click(page.getByRole('button', { name: 'Next photo' }))
  expect(page.getByText('Photo 2 of 2')).toBeInTheDocument()
  await user.click(page.getByRole('button', { name: 'Previous photo' }))
  expect(page.getByRole('img', { name: 'Ben, photo 1 of 2' })).toBeInTheDocument()
})

test.each(['Pass', 'Like'])(
  '%s on the page leads on to the next card of the feed (10.client.person.3)',
  async (name) => {
    const { api, user, path } = await open()
    api.respond(likeUser, { likeCount: 4, isMatch: false })
    api.respond(passUser, undefined)
    api.respond(listUsers, [BEN, profile(3, 'Noor')])
    await user.click(screen.getByRole('button', { name: `${name} Ben` }))
    await waitFor(() => expect(path()).toBe('/feed'))
    await user.click(await screen.findByRole('button', { name: 'Refresh feed' }))
    expect(await screen.findByRole('article', { name: 'Noor, 28' })).toBeInTheDocument()
    expect(document.querySelector('[data-card="2"]')).toBeNull()
    await waitFor(() => expect(api.calls(name === 'Like' ? likeUser : passUser)).toHaveLength(1))
  },
)

test('the page of a user who is liked already says so, without a button', async () => {
  const api = setupApi()
  api.respond(getProfile, { ...BEN, hasLiked: true })
  renderAt('/people/2')
  expect(await screen.findByText(/You like/)).toHaveTextContent('You like Ben')
  expect(screen.queryByRole('button', { name: /like Ben/i })).not.toBeInTheDocument()
})

test('the page of a match leads to the chat', async () => {
  const api = setupApi()
  api.respond(getProfile, { ...BEN, hasLiked: true, isMatch: true })
  renderAt('/people/2')
  expect(await screen.findByRole('link', { name: 'Message' })).toHaveAttribute('href', '/chat/2')
})

test('a user can be reported and blocked from the page', async () => {
  const { api, user } = await open()
  await user.click(screen.getByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Report' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Report Ben' })).getByRole('button', { name: 'Cancel' }),
  )
  api.respond(blockUser, { blockedUserId: 2 })
  await user.click(screen.getByRole('button', { name: 'More options' }))
  await user.click(screen.getByRole('menuitem', { name: 'Block' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Block' }))
  expect(await screen.findByText("You don't see each other anymore.")).toBeInTheDocument()
  expect(api.calls(blockUser)).toEqual([{ blockedUserId: 2 }])
})

test.each([
  [404, 'User not found'],
  [503, "Couldn't load the profile"],
])('a page that answers %i says so', async (status, text) => {
  setupApi().reject(getProfile, status, 'No')
  renderAt('/people/2')
  expect(await screen.findByText(text)).toBeInTheDocument()
})

test("one's own page leads to the profile form", async () => {
  setupApi()
  const { path } = renderAt('/people/1')
  await waitFor(() => expect(path()).toBe('/edit-profile'))
})

test('the badge of a verified person is on their page and chat, and a tap explains it', async () => {
  const ben = { ...BEN, verified: true as const, isMatch: true }
  const { page, user } = await open(ben)
  await user.click(page.getByRole('button', { name: 'Verified' }))
  expect(shownToast.get()?.text).toBe('A moderator has compared these photos with poses before the camera.')
  await user.click(screen.getByRole('link', { name: 'Message' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Ben Verified' })).toBeInTheDocument()
})
