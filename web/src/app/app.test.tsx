import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { ANONYMOUS_ATTRIBUTE } from '@zing/proto/client-routes'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { getUser, login } from '@zing/proto/http/auth'
import { listConversations, listMessages, sendMessage } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/client-config'
import { getProfile, listMatches, listNotifications, listUsers, readNotification } from '@zing/proto/http/social'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { RECONNECT_BANNER_DELAY_MS, SERVER_PROBE_MS } from '../lib/limits.ts'
import { showMatch } from '../lib/state/match-store.ts'
import { shownToast } from '../lib/state/toast-store.ts'
import { enqueueMessage } from '../queries/chat/outbox.ts'
import { endedSession } from '../queries/session/ended-session.ts'
import { session } from '../queries/session/session.ts'
import { freezeClock } from '../test/clock.ts'
import { setOnline } from '../test/online.ts'
import { ada, profile, renderAt, setupApi } from '../test/render-at.tsx'
import { openPage } from '../test/session.ts'
import { BottomBar } from './layout/bottom-bar.tsx'

test.each([
  '/feed',
  '/messages',
  '/chat/2',
  '/people/2',
  '/discovery',
  '/preferences',
  '/edit-profile',
  '/account',
  '/camera',
])(
  'an anonymous user who opens %s is redirected to the landing screen (1.2, 2.routes.5, 2.routes.6, 2.landing.1)',
  async (path) => {
    setupApi().reject(getUser, 401, 'Not signed in')
    const view = renderAt(path)
    await waitFor(() => expect(view.path()).toBe('/'))
    expect(await screen.findByRole('link', { name: /Get started/ })).toHaveAttribute('href', '/auth')
    expect(screen.getByText('Connect with others in real time.')).toBeInTheDocument()
  },
)

test.each(['/', '/auth', '/messages', '/preferences'])(
  '%s requests no member data for an anonymous user (6.calls)',
  async (path) => {
    const api = setupApi()
    api.reject(getUser, 401, 'Not signed in')
    const { socket } = renderAt(path)
    expect(
      await screen.findByRole(path === '/auth' ? 'tab' : 'link', { name: /Login|Get started/ }),
    ).toBeInTheDocument()
    for (const endpoint of [listUsers, listMatches, listNotifications, listConversations]) {
      expect(api.calls(endpoint)).toEqual([])
    }
    expect(socket.count()).toBe(0)
  },
)

test('a page that was served as anonymous skips the first request for the user', async () => {
  document.documentElement.setAttribute(ANONYMOUS_ATTRIBUTE, '')
  const api = setupApi()
  renderAt('/')
  expect(await screen.findByRole('link', { name: /Get started/ })).toBeInTheDocument()
  expect(api.calls(getUser)).toEqual([])
  expect(document.documentElement).not.toHaveAttribute(ANONYMOUS_ATTRIBUTE)
})

test('a spinner is shown, and no other screen, until the user is loaded (2.routes.16, 4.auth.1)', async () => {
  setupApi().hang(getUser)
  const { path } = renderAt('/feed')
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  expect(path()).toBe('/feed')
})

test.each(['/feed', '/chat/2'])(
  '%s shows the offline screen without a connection and recovers when it is back (8.offline)',
  async (path) => {
    const api = setupApi()
    api.disconnect(getUser)
    setOnline(false)
    const { socket } = renderAt(path)
    expect(await screen.findByRole('heading', { name: 'You are offline', level: 1 })).toBeInTheDocument()
    expect(socket.count()).toBe(0)
    api.respond(getUser, ada)
    act(() => setOnline(true))
    await waitFor(() => expect(socket.count()).toBe(1))
    expect(screen.queryByText('You are offline')).not.toBeInTheDocument()
  },
)

test('the retry button of the offline screen loads the user again', async () => {
  const api = setupApi()
  api.disconnect(getUser)
  setOnline(false)
  const { user } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeInTheDocument()
  api.respond(getUser, ada)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Ada' })).toBeInTheDocument()
})

test('a server that an online device cannot reach is not reported as a lost connection (8.unreachable)', async () => {
  const api = setupApi()
  api.disconnect(getUser)
  const { user } = renderAt('/feed')
  expect(await screen.findByRole('heading', { name: 'Zing cannot be reached', level: 1 })).toBeInTheDocument()
  expect(screen.queryByText('You are offline')).not.toBeInTheDocument()
  api.respond(getUser, ada)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByText('No users found')).toBeInTheDocument()
})

test('a server that can be reached again is found without a tap', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const api = setupApi()
  api.disconnect(getUser)
  api.disconnect(getClientConfig)
  renderAt('/feed')
  await screen.findByRole('heading', { name: 'Zing cannot be reached', level: 1 })
  vi.advanceTimersByTime(SERVER_PROBE_MS)
  await waitFor(() => expect(api.calls(getClientConfig)).toHaveLength(1))
  expect(api.calls(getUser)).toHaveLength(1)

  setupApi()
  vi.advanceTimersByTime(SERVER_PROBE_MS)
  expect(await screen.findByText('No users found')).toBeInTheDocument()
})

test('an unavailable server is not reported as a lost connection', async () => {
  setupApi().reject(getUser, 503, 'Temporarily unavailable')
  renderAt('/feed')
  expect(await screen.findByText('Temporarily unavailable')).toBeInTheDocument()
  expect(screen.queryByText('You are offline')).not.toBeInTheDocument()
})

test('the landing screen is shown without a connection', async () => {
  const api = setupApi()
  api.disconnect(getUser)
  api.disconnect(getClientConfig)
  renderAt('/')
  expect(await screen.findByRole('link', { name: /Get started/ })).toBeInTheDocument()
})

test('the terms and privacy links of the landing screen open in a new tab (2.landing.4, 2.landing.5, 6.visitor.1)', async () => {
  setupApi().reject(getUser, 401, 'Not signed in')
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

test('the landing screen lists the steps of the product and leads to the login (1.3, 1.4, 2.routes.1)', async () => {
  setupApi().reject(getUser, 401, 'Not signed in')
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

test('a signed-in user is redirected from the landing screen to the feed (2.routes.3)', async () => {
  setupApi()
  const { path } = renderAt('/')
  await waitFor(() => expect(path()).toBe('/feed'))
})

test.each([
  ['/feed', 'Zing', 'Feed'],
  ['/messages', 'Messages', 'Messages'],
  ['/preferences', 'Profile', 'Profile'],
  ['/camera', 'Camera', 'Profile'],
  ['/edit-profile', 'Profile', 'Profile'],
  ['/account', 'Account', 'Profile'],
  ['/discovery', 'Zing', 'Feed'],
  ['/nowhere', 'Zing', 'nothing'],
])(
  '%s has a title bar with %s and the bell, and a navigation with %s active (2.routes.7, 2.layout.1, 2.layout.3, 2.layout.7, 2.layout.8)',
  async (path, title, active) => {
    setupApi()
    renderAt(path)
    const bar = await screen.findByRole('banner')
    expect(within(bar).getByRole('heading', { level: 1 })).toHaveTextContent(title)
    expect(within(bar).getByRole('button', { name: 'Notifications' })).toBeInTheDocument()
    const tabs = within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Feed', '/feed'],
      ['Messages', '/messages'],
      ['Profile', '/preferences'],
    ])
    const current = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page').map((tab) => tab.textContent)
    expect(current).toEqual(active === 'nothing' ? [] : [active])
  },
)

test.each(['/', '/auth'])('%s has neither title bar nor navigation (2.layout.4)', async (path) => {
  setupApi().reject(getUser, 401, 'Not signed in')
  renderAt(path)
  await screen.findByRole('main')
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Notifications' })).not.toBeInTheDocument()
})

test('a chat has neither title bar nor navigation (2.layout.5)', async () => {
  setupApi().respond(getProfile, profile(2, 'Ben'))
  renderAt('/chat/2')
  await screen.findByRole('heading', { name: 'Ben' })
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Notifications' })).not.toBeInTheDocument()
})

function activeTabAt(entry: string | { pathname: string; state: object }) {
  setupApi()
  render(
    <QueryClientProvider client={openPage()}>
      <MemoryRouter initialEntries={[entry]}>
        <BottomBar onScrollUp={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return screen.getByRole('link', { current: 'page' })
}

test('the messages tab is active on the path of a chat (2.layout.9)', () => {
  expect(activeTabAt('/chat/7')).toHaveTextContent('Messages')
})

test('the messages tab is active on the page of a user that was opened from a chat', () => {
  expect(activeTabAt({ pathname: '/people/7', state: { isFromChat: true } })).toHaveTextContent('Messages')
})

test('the feed tab is active on the page of a user', () => {
  expect(activeTabAt('/people/7')).toHaveTextContent('Feed')
})

test('the user is refetched when pushes were lost (4.auth.2)', async () => {
  const api = setupApi()
  const { socket } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.connect()
  api.respond(getUser, { ...ada, name: 'Ada Lovelace' }) // changed in another browser
  socket.push({ type: 'PUSH_RESTORED' })
  expect(await screen.findByRole('heading', { name: 'Ada Lovelace' })).toBeInTheDocument()
})

test.each(['a signed-in user', 'an anonymous user'])(
  '%s sees the 404 screen on an unknown path (2.routes.11, 2.routes.17)',
  async (subject) => {
    const api = setupApi()
    if (subject === 'an anonymous user') api.reject(getUser, 401, 'Not signed in')
    const { path } = renderAt('/nowhere')
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeInTheDocument()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(path()).toBe('/nowhere')
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeInTheDocument()
  },
)

test('the navigation shows the unread count and the active tab (1.12, 2.layout.2, 7.unread)', async () => {
  const api = setupApi()
  api.respond(
    listConversations,
    [100, 20].map((unread, at) => ({ partnerId: 2 + at, lastMessage: null, unread })),
  )
  const { socket } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.connect()
  expect(await screen.findByText('99+')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Profile' })).toHaveAttribute('aria-current', 'page')
  expect(screen.getByRole('link', { name: /Feed/ })).not.toHaveAttribute('aria-current')
})

test('the reconnecting banner appears two seconds after a lost connection, until it is back (4.realtime.2, 4.realtime.3)', async () => {
  setupApi()
  const { socket } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.connect()
  const { advance } = freezeClock()
  socket.close(1006)
  await advance(RECONNECT_BANNER_DELAY_MS - 1)
  expect(screen.queryByText('Reconnecting...')).not.toBeInTheDocument()
  await advance(1)
  expect(screen.getByText('Reconnecting...')).toBeInTheDocument()
  expect(socket.count()).toBe(2)
  socket.connect()
  await advance(0)
  expect(screen.queryByText('Reconnecting...')).not.toBeInTheDocument()
})

test('the banner of a device without a network says so', async () => {
  setupApi()
  const { socket } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.connect()
  const { advance } = freezeClock()
  act(() => setOnline(false))
  await advance(RECONNECT_BANNER_DELAY_MS)
  expect(screen.getByText('You are offline')).toBeInTheDocument()
  expect(screen.queryByText('Reconnecting...')).not.toBeInTheDocument()
})

test('when the server ends the session, the login says so and the socket does not reconnect (4.auth.3)', async () => {
  setupApi()
  const { socket, path } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  socket.connect()
  socket.close(CloseCode.signedOut)
  await waitFor(() => expect(path()).toBe('/auth'))
  expect(await screen.findByText('Your session has ended. Log in to go on where you were.')).toBeInTheDocument()
  vi.useFakeTimers()
  act(() => void vi.advanceTimersByTime(60_000))
  expect(socket.count()).toBe(1)
})

/** Opens the chat with Ben, writes a draft, and ends the session by the response to a message. */
async function endSessionInChat() {
  const api = setupApi()
  api.respond(getProfile, profile(2, 'Ben'))
  const view = renderAt('/chat/2')
  const input = await screen.findByPlaceholderText('Type a message')
  api.reject(sendMessage, 401, 'Not signed in')
  await view.user.type(input, 'half a thought')
  act(() => enqueueMessage(session.get(), 2, 'on its way'))
  await screen.findByText('Your session has ended. Log in to go on where you were.')
  return { api, ...view }
}

async function logIn(user: ReturnType<typeof renderAt>['user']) {
  await user.type(screen.getByLabelText('Username'), 'ada')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log In' }))
}

test('after a session has ended, the same user finds screen, draft and unsent message (2.routes.18)', async () => {
  const { api, user, path } = await endSessionInChat()
  expect(path()).toBe('/auth')
  expect(shownToast.get()).toBeNull() // the message has not failed
  api.respond(login, ada)
  api.hang(sendMessage)
  await logIn(user)
  await waitFor(() => expect(path()).toBe('/chat/2'))
  expect(await screen.findByPlaceholderText('Type a message')).toHaveValue('half a thought')
  const messages = within(await screen.findByRole('log')) // the toast is in a list too
  expect(await messages.findByRole('listitem')).toHaveTextContent('on its way')
  const [first, second] = api.calls(sendMessage) as { clientMessageId: string }[]
  expect(second?.clientMessageId).toBe(first?.clientMessageId)
})

test('after a session has ended, another user finds neither the screen nor anything written (V14.3.1)', async () => {
  const { api, user, path } = await endSessionInChat()
  api.respond(login, { ...ada, id: 9, name: 'Cleo' })
  await logIn(user)
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('zing.draft'))).toEqual([])
  expect(api.calls(sendMessage)).toHaveLength(1)
})

test('the login names an ended session once; then visitors see the landing screen again', async () => {
  const { api, user, path } = await endSessionInChat()
  api.respond(login, ada)
  api.hang(sendMessage)
  await logIn(user)
  await waitFor(() => expect(path()).toBe('/chat/2'))
  await waitFor(() => expect(endedSession.get()).toBeNull())
})

test('the loading state of the page and of a chat has a main and a heading', async () => {
  const api = setupApi()
  api.hang(getUser)
  renderAt('/feed')
  expect(await screen.findByRole('heading', { name: 'Loading', level: 1 })).toBeInTheDocument()
  expect(screen.getByRole('main')).toContainElement(screen.getByRole('status', { name: 'Loading' }))
  cleanup()
  api.respond(getUser, ada)
  api.hang(getProfile)
  renderAt('/chat/2')
  expect(await screen.findByRole('heading', { name: 'Loading messages', level: 1 })).toBeInTheDocument()
  expect(screen.getByRole('main')).toBeInTheDocument()
})

test('after a change of route the new heading has the focus, also once the screen has loaded (2.layout.12)', async () => {
  const api = setupApi()
  api.respond(listMatches, [profile(2, 'Ben')])
  const release = api.hold(listMessages, [])
  api.respond(getProfile, profile(2, 'Ben'))
  const { user } = renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  expect(document.body).toHaveFocus() // the first screen does not take it
  await user.click(screen.getByRole('link', { name: /Messages/ }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Messages', level: 1 })).toHaveFocus())
  await user.click(await screen.findByRole('link', { name: /Ben/ }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Ben', level: 1 })).toHaveFocus()) // the list knows him
  expect(screen.getByRole('heading', { name: 'Loading messages', level: 2 })).toBeInTheDocument()
  release()
  expect(await screen.findByPlaceholderText('Type a message')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Ben', level: 1 })).toHaveFocus()
})

test('a change of route leaves the focus to an open dialog', async () => {
  setupApi()
  renderAt('/preferences')
  await screen.findByRole('heading', { name: 'Ada' })
  act(() => showMatch(session.get(), { id: 2, name: 'Ben', selfie: null }))
  const dialog = await screen.findByRole('dialog', { name: "It's a Match!" })
  act(() => {
    window.history.pushState(window.history.state, '', '/messages') // with the entry of the dialog
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await screen.findByText('No matches yet')
  expect(dialog.contains(document.activeElement)).toBe(true)
})

test('a dialog that closes with a change of route leaves the focus on the new heading', async () => {
  const api = setupApi()
  const payload = { userId: 2, name: 'Ben', selfie: null }
  api.respond(listNotifications, [{ id: 1, type: 'MATCH', payload, createdAt: ada.createdAt, readAt: ada.createdAt }])
  const { user, path } = renderAt('/preferences')
  await user.click(await screen.findByRole('button', { name: 'Notifications' }))
  const entry = await screen.findByText('You have a new match!')
  api.respond(readNotification, undefined)
  const { advance } = freezeClock()
  fireEvent.click(entry)
  await advance(1_000)
  expect(path()).toBe('/feed')
  expect(screen.getByRole('heading', { name: 'Zing', level: 1 })).toHaveFocus()
})
