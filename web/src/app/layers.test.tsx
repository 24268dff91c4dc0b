import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { getUser } from '@zing/proto/http/auth'
import {
  getProfile,
  likeUser,
  listMatches,
  listNotifications,
  listUsers,
  readAllNotifications,
} from '@zing/proto/http/social'
import { getStats, verifyPin } from '@zing/proto/http/staff/admin'
import { expect, test } from 'vitest'
import { profile, renderAt, setupApi } from '../test/render-at.tsx'

const MATCH = { name: 'Ines', selfie: null, matchedAt: '2026-01-02T00:00:00.000Z' }

function setup() {
  const api = setupApi()
  api.respond(getProfile, profile(2, 'Ben'))
  api.respond(verifyPin, { success: true })
  api.respond(getStats, { totalUsers: 1, totalMatches: 0, totalLikes: 0 })
  api.respond(readAllNotifications, undefined)
  return api
}

/** Opens a page of the product before `path`, which Back would lead to. */
async function openAfterProfile(path: string) {
  const view = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  act(() => {
    window.history.pushState(null, '', path)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  })
  return view
}

const back = () => act(() => window.history.back())
type View = Awaited<ReturnType<typeof openAfterProfile>>

const openPanel = async ({ user }: View) => {
  await user.click(await screen.findByRole('button', { name: /Notifications/ }))
  return screen.findByRole('dialog', { name: 'Zing Activity' })
}
const openMenu = async ({ user }: View) => {
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  return screen.findByRole('menu')
}
const LAYERS: [string, string, (view: View) => Promise<HTMLElement>][] = [
  ['the notification panel', '/messages', openPanel],
  ['the menu of a chat', '/chat/2', openMenu],
  [
    'the block dialog',
    '/chat/2',
    async (view) => {
      await openMenu(view)
      await view.user.click(screen.getByRole('menuitem', { name: 'Unmatch & Block' }))
      return screen.findByRole('alertdialog')
    },
  ],
  [
    'the report dialog',
    '/chat/2',
    async (view) => {
      await openMenu(view)
      await view.user.click(screen.getByRole('menuitem', { name: 'Report' }))
      return screen.findByRole('dialog', { name: 'Report Ben' })
    },
  ],
  [
    'the match overlay',
    '/messages',
    async ({ socket }) => {
      await screen.findByText('No matches yet')
      socket.push({ type: 'NEW_MATCH', match: { ...MATCH, id: 60 } })
      return screen.findByRole('dialog', { name: "It's a Match!" })
    },
  ],
  [
    'the admin panel',
    '/edit-profile',
    async ({ user }) => {
      await user.click(await screen.findByRole('link', { name: 'Profile' }))
      await user.click(await screen.findByRole('button', { name: 'Admin Panel' }))
      return screen.findByRole('dialog', { name: 'Admin Panel' })
    },
  ],
]

test.each(LAYERS)('Back closes %s and keeps the screen', async (_name, path, open) => {
  setup()
  const view = await openAfterProfile(path)
  const layer = await open(view)
  const before = view.path()
  back()
  await waitFor(() => expect(layer).not.toBeInTheDocument())
  expect(view.path()).toBe(before)
})

test.each(LAYERS)('%s that is closed by hand leaves nothing for Back to close', async (_name, path, open) => {
  setup()
  const view = await openAfterProfile(path)
  const layer = await open(view)
  const before = view.path()
  await view.user.keyboard('{Escape}')
  await waitFor(() => expect(layer).not.toBeInTheDocument())
  await waitFor(() => expect(window.history.state?.layers ?? 0).toBe(0))
  back()
  await waitFor(() => expect(view.path()).not.toBe(before))
})

test('Back closes one layer at a time, the newest first', async () => {
  const api = setup()
  api.respond(likeUser, { likeCount: 1, isMatch: true })
  const createdAt = new Date().toISOString()
  const payload = { userId: 61, name: 'Theo', selfie: null }
  api.respond(listNotifications, [{ id: 1, type: 'LIKE', payload, createdAt, readAt: createdAt }])
  const view = await openAfterProfile('/messages')
  const panel = await openPanel(view)
  fireEvent.click(await within(panel).findByRole('button', { name: 'Like back' }))
  const overlay = await screen.findByRole('dialog', { name: "It's a Match!" })
  back()
  await waitFor(() => expect(overlay).not.toBeInTheDocument())
  expect(panel).toBeInTheDocument()
  back()
  await waitFor(() => expect(panel).not.toBeInTheDocument())
  expect(view.path()).toBe('/messages')
  back()
  await waitFor(() => expect(view.path()).toBe('/preferences'))
})

test('a chat that is opened from the match overlay leads Back to the screen below it', async () => {
  const api = setup()
  api.respond(listUsers, [profile(62, 'Uma')])
  const view = await openAfterProfile('/messages')
  await screen.findByText('No matches yet')
  view.socket.push({ type: 'NEW_MATCH', match: { ...MATCH, id: 62 } })
  await view.user.click(await screen.findByRole('button', { name: 'Message Now' }))
  await waitFor(() => expect(view.path()).toBe('/chat/62'))
  back()
  await waitFor(() => expect(view.path()).toBe('/messages'))
  back()
  await waitFor(() => expect(view.path()).toBe('/preferences'))
})

test('after a reload with an open panel one Back leaves the screen', async () => {
  setup()
  const view = await openAfterProfile('/messages')
  await screen.findByText('No matches yet')
  window.history.pushState({ ...window.history.state, layers: 1 }, '') // left behind by the panel
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  await waitFor(() => expect(window.history.state?.layers ?? 0).toBe(0))
  expect(view.path()).toBe('/messages')
  back()
  await waitFor(() => expect(view.path()).toBe('/preferences'))
})

test('a panel whose user is signed out leaves no entry behind', async () => {
  const api = setup()
  const view = await openAfterProfile('/messages')
  await openPanel(view)
  for (const endpoint of [getUser, listMatches]) api.reject(endpoint, 401, 'Not signed in')
  view.socket.connect()
  await waitFor(() => expect(view.path()).toBe('/auth'))
  expect(window.history.state?.layers ?? 0).toBe(0)
})
