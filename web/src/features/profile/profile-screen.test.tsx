import { screen, waitFor, within } from '@testing-library/react'
import { getUser, login, logout } from '@zing/proto/http/auth'
import { getUnread } from '@zing/proto/http/chat'
import { listNotifications } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { ada, quietApi, renderAt } from '../../test/render-at.tsx'
import { shownToast } from '../../ui/toast-store.ts'

test('shows who one is', async () => {
  quietApi()
  renderAt('/preferences')
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeInTheDocument()
  const you = screen.getByRole('region', { name: 'You' })
  expect(within(you).getByRole('img', { name: 'Ada' })).toBeInTheDocument()
  expect(within(you).getByText('@ada')).toBeInTheDocument()
  expect(you).toHaveTextContent('30 · female')
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument()
  expect(document.title).toBe('Profile · Zing')
})

test('without a gender it is not specified', async () => {
  quietApi().answer(getUser, { ...ada, gender: '' })
  renderAt('/preferences')
  expect(await screen.findByText('Not specified')).toBeInTheDocument()
})

test('from here one goes to a new photo, the details and the survey; account settings do nothing', async () => {
  quietApi()
  const { user, path } = renderAt('/preferences')
  const feedback = await screen.findByRole('link', { name: 'Give feedback' })
  await waitFor(() => expect(feedback).toHaveAttribute('href', 'https://survey.example/'))
  expect(feedback).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('link', { name: 'Update Profile Photo' })).toHaveAttribute('href', '/camera')
  expect(screen.getByRole('link', { name: 'Edit Profile' })).toHaveAttribute('href', '/edit-profile')

  const before = document.body.innerHTML
  await user.click(screen.getByRole('button', { name: 'Account Settings' }))
  expect([path(), document.body.innerHTML]).toEqual(['/preferences', before])
})

test('logging out says so while it runs, and leads to the login', async () => {
  const api = quietApi()
  api.hang(logout)
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  expect(await screen.findByRole('button', { name: 'Logging out...' })).toBeDisabled()
})

test('after logging out nothing of the person is left in the browser', async () => {
  const api = quietApi()
  api.answer(logout, undefined)
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

test('who logs in next sees no count of the one before, and the socket of that one is closed', async () => {
  const api = quietApi()
  api.answer(getUnread, { count: 3 })
  api.answer(listNotifications, [
    {
      id: 1,
      type: 'LIKE',
      payload: { userId: 4, name: 'Theo', selfie: null },
      createdAt: '2026-01-01T00:00:00.000Z',
      readAt: null,
    },
  ])
  api.answer(logout, undefined)
  const { user, socket } = renderAt('/preferences')
  expect(await screen.findByText('3 unread')).toBeInTheDocument()
  expect(await screen.findByText('1 new')).toBeInTheDocument()
  socket.open()
  await user.click(screen.getByRole('button', { name: 'Log Out' }))
  await screen.findByRole('tab', { name: 'Login' })
  expect(socket.isOpen()).toBe(false)

  api.hang(getUnread)
  api.hang(listNotifications)
  api.answer(login, { ...ada, id: 5, name: 'Ben' })
  await user.type(screen.getByLabelText('Username'), 'ben')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
  expect(await screen.findByRole('navigation')).not.toHaveTextContent('unread')
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeInTheDocument()
})

test('logging out leads to the login also when the socket is closed before the answer', async () => {
  const api = quietApi()
  api.hang(logout)
  const { user, socket, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  socket.close(1000)
  await waitFor(() => expect(path()).toBe('/auth'))
})

test('a failed logout is told, and one stays', async () => {
  const api = quietApi()
  api.refuse(logout, 503, 'Service temporarily unavailable. Please try again.')
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Log Out' }))
  expect((await screen.findAllByText('Logout failed'))[0]).toBeInTheDocument()
  expect(shownToast.get()?.variant).toBe('destructive')
  expect(path()).toBe('/preferences')
})
