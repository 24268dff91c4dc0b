import { act, screen, waitFor } from '@testing-library/react'
import { VISITOR_MARK } from '@zing/proto/client-routes'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getUser } from '@zing/proto/http/auth'
import { getUnread, listConversations } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/gateway'
import { listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { expect, test, vi } from 'vitest'
import { ada, quietApi, renderAt } from '../test/render-at.tsx'

test.each(['/feed', '/messages', '/chat/2', '/preferences'])(
  'a visitor of %s is sent to the landing screen',
  async (path) => {
    quietApi().refuse(getUser, 401, 'Not signed in')
    const view = renderAt(path)
    await waitFor(() => expect(view.path()).toBe('/'))
    expect(await screen.findByRole('link', { name: /Get started/ })).toHaveAttribute('href', '/auth')
    expect(screen.getByText('Connect with others in real time.')).toBeInTheDocument()
  },
)

test.each(['/', '/auth', '/messages', '/preferences'])(
  'a visitor of %s asks for nothing that belongs to members',
  async (path) => {
    const api = quietApi()
    api.refuse(getUser, 401, 'Not signed in')
    const { socket } = renderAt(path)
    expect(
      await screen.findByRole(path === '/auth' ? 'tab' : 'link', { name: /Login|Get started/ }),
    ).toBeInTheDocument()
    for (const endpoint of [listUsers, listMatches, listNotifications, listConversations, getUnread]) {
      expect(api.calls(endpoint)).toEqual([])
    }
    expect(socket.count()).toBe(0)
  },
)

test('a page that came without a session asks nobody who this is, once', async () => {
  document.documentElement.setAttribute(VISITOR_MARK, '')
  const api = quietApi()
  renderAt('/')
  expect(await screen.findByRole('link', { name: /Get started/ })).toBeInTheDocument()
  expect(api.calls(getUser)).toEqual([])
  expect(document.documentElement).not.toHaveAttribute(VISITOR_MARK)
})

test('while it is not known who this is there is a spinner, and no flash of another screen', async () => {
  quietApi().leave(getUser)
  const { path } = renderAt('/feed')
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  expect(path()).toBe('/feed')
})

test.each(['/feed', '/chat/2'])('%s without a connection says so, and recovers by itself', async (path) => {
  const api = quietApi()
  api.disconnect(getUser)
  const { socket } = renderAt(path)
  expect(await screen.findByRole('heading', { name: 'You are offline', level: 1 })).toBeInTheDocument()
  expect(socket.count()).toBe(0)
  api.answer(getUser, ada)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(socket.count()).toBe(1))
  expect(screen.queryByText('You are offline')).not.toBeInTheDocument()
})

test('whoever is offline may try again', async () => {
  const api = quietApi()
  api.disconnect(getUser)
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeInTheDocument()
  api.answer(getUser, ada)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeInTheDocument()
})

test('a server that is away is not taken for a lost connection', async () => {
  quietApi().refuse(getUser, 503, 'Temporarily unavailable')
  renderAt('/feed')
  expect(await screen.findByText('Temporarily unavailable')).toBeInTheDocument()
  expect(screen.queryByText('You are offline')).not.toBeInTheDocument()
})

test('the landing screen stands without a connection', async () => {
  const api = quietApi()
  api.disconnect(getUser)
  api.disconnect(getClientConfig)
  renderAt('/')
  expect(await screen.findByRole('link', { name: /Get started/ })).toBeInTheDocument()
})

test('terms and privacy open beside the landing screen', async () => {
  quietApi().refuse(getUser, 401, 'Not signed in')
  renderAt('/')
  const terms = await screen.findByRole('link', { name: 'terms of service' })
  await waitFor(() => expect(terms).toHaveAttribute('href', 'https://terms.example/'))
  expect(terms).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('link', { name: 'privacy policies' })).toHaveAttribute('href', 'https://privacy.example/')
})

test('a path that is nobody’s', async () => {
  quietApi()
  renderAt('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
  expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument()
})

test('the unread badge and the active tab', async () => {
  const api = quietApi()
  api.answer(getUnread, { count: 120 })
  renderAt('/preferences')
  expect(await screen.findByText('99+')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: /Feed/ })).not.toHaveAttribute('aria-current')
})

test('a lost connection is told after two seconds, and no longer when it is back', async () => {
  quietApi()
  const { socket } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id })
  socket.close(1006)
  expect(screen.queryByText('Reconnecting...')).not.toBeInTheDocument()
  expect(await screen.findByText('Reconnecting...', undefined, { timeout: 4_000 })).toBeInTheDocument()
  await waitFor(() => expect(socket.count()).toBe(2), { timeout: 4_000 })
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id })
  await waitFor(() => expect(screen.queryByText('Reconnecting...')).not.toBeInTheDocument())
}, 12_000)

test('a session that ended elsewhere ends here, and the socket does not come back', async () => {
  quietApi()
  const { socket, path } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id })
  socket.close(CloseCode.signedOut)
  await waitFor(() => expect(path()).toBe('/'))
  vi.useFakeTimers()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(socket.count()).toBe(1)
})
