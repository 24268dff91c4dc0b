import { screen, waitFor, within } from '@testing-library/react'
import { countRecoveryCodes } from '@zing/proto/http/account'
import { getUser, login, logout } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listMatches, listNotifications } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { shownToast } from '../../lib/state/toast-store.ts'
import { ada, profile, renderAt, setupApi } from '../../test/render-at.tsx'
import { tapTwice } from '../../test/tap-twice.ts'

test('the profile shows the photo, name, username, age and gender (2.profile.1)', async () => {
  setupApi()
  renderAt('/preferences')
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeInTheDocument()
  const you = screen.getByRole('region', { name: 'You' })
  expect(within(you).getByRole('img', { name: 'Ada' })).toBeInTheDocument()
  expect(within(you).getByText('@ada')).toBeInTheDocument()
  expect(you).toHaveTextContent('30 · female')
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument()
  expect(document.title).toBe('Profile · Zing')
})

test('a missing gender is shown as not specified (2.profile.2)', async () => {
  setupApi().respond(getUser, { ...ada, gender: '' })
  renderAt('/preferences')
  expect(await screen.findByText('Not specified')).toBeInTheDocument()
})

test('the profile links to the camera, the edit form, the account and the survey (1.14, 2.profile.5, 2.profile.6)', async () => {
  setupApi()
  renderAt('/preferences')
  const feedback = await screen.findByRole('link', { name: 'Give feedback' })
  await waitFor(() => expect(feedback).toHaveAttribute('href', 'https://survey.example/'))
  expect(feedback).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('link', { name: 'Update Profile Photo' })).toHaveAttribute('href', '/camera')
  expect(screen.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/edit-profile')
  expect(screen.getByRole('link', { name: 'Account Settings' })).toHaveAttribute('href', '/account')
})

test('the own card with what is missing comes first, then likes, and the settings below a gear (10.client.profile.3)', async () => {
  const api = setupApi()
  const photos = [{ id: '1', path: '/api/selfies/1/1', isLive: true, isSelfie: true }]
  api.respond(getUser, { ...ada, selfie: '/api/selfies/1/1', photos, prompts: [{ promptId: 'ask-me', answer: 'Tea' }] })
  const like = (userId: number, name: string) => ({
    ...{ id: userId, type: 'LIKE' as const, createdAt: '2026-01-01T00:00:00.000Z', readAt: null },
    payload: { userId, name, selfie: null },
  })
  api.respond(listNotifications, [like(4, 'Theo'), like(5, 'Mia')])
  api.respond(listMatches, [profile(5, 'Mia', { isMatch: true })])
  const { user, path } = renderAt('/preferences')
  const you = within(await screen.findByRole('region', { name: 'You' }))
  expect(you.getByRole('link', { name: /Two photos and one answer more/ })).toHaveAttribute('href', '/edit-profile')
  expect(you.getByText('Live selfie')).toBeInTheDocument()
  const likes = within(screen.getByRole('region', { name: /They like you/ }))
  expect(await likes.findByRole('link', { name: /Theo/ })).toHaveAttribute('href', '/people/4')
  expect(likes.getAllByRole('listitem')).toHaveLength(1) // no match
  await user.click(you.getByRole('button', { name: 'Settings' }))
  expect(screen.getByRole('heading', { name: 'Settings' })).toHaveFocus()
  const titles = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  expect(titles).toEqual([expect.stringContaining('They like you'), 'Save your recovery codes', 'Settings'])

  await user.click(screen.getByRole('link', { name: 'Save recovery codes' }))
  await waitFor(() => expect(path()).toBe('/account'))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Create recovery codes' })).toHaveFocus())
})

test('a user with recovery codes is offered none (10.client.recovery)', async () => {
  const api = setupApi()
  api.respond(countRecoveryCodes, { unused: 3 })
  renderAt('/preferences')
  await screen.findByRole('region', { name: 'You' })
  await waitFor(() => expect(api.calls(countRecoveryCodes)).toHaveLength(1))
  expect(screen.queryByRole('link', { name: 'Save recovery codes' })).not.toBeInTheDocument()
})

test('the logout button is disabled and changes its label while the request runs (2.profile.8, V7.4.4)', async () => {
  const api = setupApi()
  api.hang(logout)
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  expect(await screen.findByRole('button', { name: 'Logging out...' })).toBeDisabled()
})

test('logging out leads to the login and removes the data of the user from the browser (2.profile.9, 4.auth.7, 4.auth.9, 8.logout.ok)', async () => {
  const api = setupApi()
  api.respond(logout, undefined)
  localStorage.setItem('zing.notifications', '[]')
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(path()).toBe('/auth'))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: 'Logged out',
      text: 'You have been logged out successfully',
      variant: 'default',
    }),
  )
  expect(localStorage.getItem('zing.notifications')).toBeNull()
})

test('the next user sees no counts of the previous one, whose socket is closed (4.auth.8, 4.auth.10)', async () => {
  const api = setupApi()
  api.respond(listConversations, [{ partnerId: 4, lastMessage: null, unread: 3 }])
  api.respond(listNotifications, [
    {
      id: 1,
      type: 'LIKE',
      payload: { userId: 4, name: 'Theo', selfie: null },
      createdAt: '2026-01-01T00:00:00.000Z',
      readAt: null,
    },
  ])
  api.respond(logout, undefined)
  const { user, socket } = renderAt('/preferences')
  expect(await screen.findByText('3 unread')).toBeInTheDocument()
  expect(await screen.findByText('1 new')).toBeInTheDocument()
  socket.open()
  await user.click(screen.getByRole('button', { name: 'Log Out' }))
  await screen.findByRole('tab', { name: 'Login' })
  expect(socket.isOpen()).toBe(false)

  api.hang(listConversations)
  api.hang(listNotifications)
  api.respond(login, { ...ada, id: 5, name: 'Ben' })
  await user.type(screen.getByLabelText('Username'), 'ben')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findByRole('navigation')).not.toHaveTextContent('unread')
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument()
})

test('logging out leads to the login even if the socket is closed before the response', async () => {
  const api = setupApi()
  api.hang(logout)
  const { user, socket, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  socket.close(1000)
  await waitFor(() => expect(path()).toBe('/auth'))
})

test('a failed logout shows an error and keeps the user signed in (8.logout.fails)', async () => {
  const api = setupApi()
  api.reject(logout, 503, 'Service temporarily unavailable. Please try again.')
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  expect((await screen.findAllByText('Logout failed'))[0]).toBeInTheDocument()
  expect(shownToast.get()?.variant).toBe('destructive')
  expect(path()).toBe('/preferences')
})

test('a double tap on Log Out logs out once', async () => {
  const api = setupApi()
  api.respond(logout, undefined)
  const { path } = renderAt('/preferences')
  tapTwice(await screen.findByRole('button', { name: 'Log Out' }))
  await waitFor(() => expect(path()).toBe('/auth'))
  expect(api.calls(logout)).toHaveLength(1)
})
