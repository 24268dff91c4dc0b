import { screen, waitFor } from '@testing-library/react'
import { logout } from '@zing/proto/http/auth'
import { expect, test } from 'vitest'
import { quietApi, renderAt } from '../../test/render-at.tsx'
import { shownToast } from '../../ui/toast-store.ts'

test('shows who one is', async () => {
  quietApi()
  renderAt('/preferences')
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeInTheDocument()
  expect(screen.getByText('@ada')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument()
  expect(document.title).toBe('Profile · Zing')
})

test('logging out says so while it runs, and leads to the login', async () => {
  const api = quietApi()
  api.leave(logout)
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

test('logging out leads to the login also when the socket is closed before the answer', async () => {
  const api = quietApi()
  api.leave(logout)
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
