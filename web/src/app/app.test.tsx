import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getUser } from '@zing/proto/http/auth'
import { getUnread, listConversations } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/gateway'
import { getProfile, listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '../queries/query-client.ts'
import { ada, person, quietApi, renderAt } from '../test/render-at.tsx'
import { BottomBar } from './bottom-bar.tsx'

test.each(['/feed', '/messages', '/chat/2', '/preferences', '/edit-profile', '/camera'])(
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
  document.documentElement.setAttribute(ANONYMOUS_ATTRIBUTE, '')
  const api = quietApi()
  renderAt('/')
  expect(await screen.findByRole('link', { name: /Get started/ })).toBeInTheDocument()
  expect(api.calls(getUser)).toEqual([])
  expect(document.documentElement).not.toHaveAttribute(ANONYMOUS_ATTRIBUTE)
})

test('while it is not known who this is there is a spinner, and no flash of another screen', async () => {
  quietApi().hang(getUser)
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
  const privacy = screen.getByRole('link', { name: 'privacy policies' })
  expect(privacy).toHaveAttribute('href', 'https://privacy.example/')
  for (const link of [terms, privacy]) expect(link).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('contentinfo')).toHaveTextContent(
    'By entering you agree to the terms of service and consent to the privacy policies.',
  )
})

test('the landing screen says what one can do here, and leads to the login', async () => {
  quietApi().refuse(getUser, 401, 'Not signed in')
  const { user, path } = renderAt('/')
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('See someone you like? Zing them.')
  const steps = screen.getByRole('region', { name: 'Find your connection now' })
  expect(
    within(steps)
      .getAllByRole('listitem')
      .map((step) => step.textContent),
  ).toEqual(['Create profile', 'Find matches', 'Chat instantly'])
  await user.click(screen.getByText('Get started'))
  await waitFor(() => expect(path()).toBe('/auth'))
})

test('somebody who is signed in goes on from the landing screen to the feed', async () => {
  quietApi()
  const { path } = renderAt('/')
  await waitFor(() => expect(path()).toBe('/feed'))
})

test.each([
  ['/feed', 'Zing', 'Feed'],
  ['/messages', 'Messages', 'Messages'],
  ['/preferences', 'Profile', 'Profile'],
  ['/camera', 'Camera', 'Profile'],
  ['/edit-profile', 'Profile', 'nothing'],
  ['/nowhere', 'Zing', 'nothing'],
])('%s has the title %s and the bell above, and the navigation with %s active below', async (path, title, active) => {
  quietApi()
  renderAt(path)
  const above = await screen.findByRole('banner')
  expect(within(above).getByRole('heading', { level: 1 })).toHaveTextContent(title)
  expect(within(above).getByRole('button', { name: 'Notifications' })).toBeInTheDocument()
  const tabs = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
    ['Feed', '/feed'],
    ['Messages', '/messages'],
    ['Profile', '/preferences'],
  ])
  const current = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page').map((tab) => tab.textContent)
  expect(current).toEqual(active === 'nothing' ? [] : [active])
})

test.each(['/', '/auth'])('%s has neither title bar nor navigation', async (path) => {
  quietApi().refuse(getUser, 401, 'Not signed in')
  renderAt(path)
  await screen.findByRole('main')
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Notifications' })).not.toBeInTheDocument()
})

test('a chat has neither title bar nor navigation', async () => {
  quietApi().answer(getProfile, person(2, 'Ben'))
  renderAt('/chat/2')
  await screen.findByRole('heading', { name: 'Ben' })
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Notifications' })).not.toBeInTheDocument()
})

test('in a chat the tab of messages would be the active one', () => {
  quietApi()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/chat/7']}>
        <BottomBar />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Messages')
})

test('who one is, is asked again when the connection is back', async () => {
  const api = quietApi()
  const { socket } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  api.answer(getUser, { ...ada, name: 'Ada Lovelace' }) // changed in another browser
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id })
  expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeInTheDocument()
})

test.each(['somebody', 'a visitor'])('%s is told of a path that is nobody’s', async (who) => {
  const api = quietApi()
  if (who === 'a visitor') api.refuse(getUser, 401, 'Not signed in')
  const { path } = renderAt('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(path()).toBe('/nowhere')
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
  expect(await screen.findByText('Reconnecting...')).toBeInTheDocument()
  await waitFor(() => expect(socket.count()).toBe(2))
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
