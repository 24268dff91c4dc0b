import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { listSessions } from '@zing/proto/http/account'
import { listConversations } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/client-config'
import {
  getNotificationSettings,
  putNotificationSettings,
  removePushDevice,
  subscribeToPush,
  unsubscribeFromPush,
} from '@zing/proto/http/push'
import { listNotifications, listUsers } from '@zing/proto/http/social'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PUSH_OFFER_DELAY_MS } from '../../../lib/limits.ts'
import { shownToast } from '../../../lib/state/toast-store.ts'
import { notificationSettings, profile, renderAt, setupApi } from '../../../test/render-at.tsx'

const CONFIG = {
  termsUrl: '',
  privacyUrl: '',
  feedbackUrl: '',
  isDemo: false,
  place: 'offered' as const,
  vapidPublicKey: 'B-key',
}
const ENDPOINT = 'https://push.example/device'
const LIKE = {
  id: 1,
  type: 'LIKE' as const,
  payload: { userId: 7, name: 'Ben', selfie: null },
  createdAt: '2026-01-01T00:00:00.000Z',
  readAt: null,
}

/** A browser that can show notifications, as far as ours asks for it. */
function stubPush(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  const unsubscribe = vi.fn(async () => true)
  const subscription = {
    endpoint: ENDPOINT,
    unsubscribe,
    toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'key', auth: 'secret' } }),
  }
  const subscribe = vi.fn(async (_options: PushSubscriptionOptionsInit) => subscription)
  const pushManager = { subscribe, getSubscription: async () => subscription }
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      notification.permission = answer
      return answer
    }),
  }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', notification)
  const shown = { close: vi.fn() }
  const registration = { pushManager, getNotifications: async () => [shown] }
  const serviceWorker = { ready: Promise.resolve(registration), addEventListener() {} }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))
  return { subscribe, unsubscribe, shown, requestPermission: notification.requestPermission }
}

function setup() {
  const api = setupApi()
  api.respond(getClientConfig, CONFIG)
  return api
}

async function open() {
  const opened = renderAt('/account/notifications')
  await screen.findByRole('heading', { name: 'Notifications' })
  return opened
}

test('the screen is reached from the account page, and leads back there', async () => {
  setup()
  const { user, path } = renderAt('/account')
  await user.click(await screen.findByRole('link', { name: 'Notifications' }))
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeInTheDocument()
  await user.click(screen.getByRole('link', { name: 'Back to Account' }))
  await waitFor(() => expect(path()).toBe('/account'))
})

test('settings that do not load can be loaded again', async () => {
  const api = setup()
  api.reject(getNotificationSettings, 403, 'Not today')
  const { user } = renderAt('/account/notifications')
  expect(await screen.findByText('Not today')).toBeInTheDocument()
  api.respond(getNotificationSettings, notificationSettings)
  await user.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('checkbox', { name: 'Likes' })).toBeChecked()
})

test('each change is saved at once, with all settings, and a failed change is taken back', async () => {
  const api = setup()
  const { user } = await open()
  const { devices: _, ...settings } = notificationSettings
  api.respond(putNotificationSettings, { ...notificationSettings, likes: false })
  await user.click(screen.getByRole('checkbox', { name: 'Likes' }))
  await waitFor(() => expect(api.calls(putNotificationSettings)).toEqual([{ ...settings, likes: false }]))
  await user.click(screen.getByRole('checkbox', { name: 'Show names' }))
  await waitFor(() => expect(api.calls(putNotificationSettings)[1]).toEqual({ ...settings, likes: false, names: true }))
  expect(screen.getByRole('checkbox', { name: 'Likes' })).not.toBeChecked()

  api.reject(putNotificationSettings, 403, 'Not today')
  await user.click(screen.getByRole('checkbox', { name: 'Matches' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({ title: "Couldn't save your settings", text: 'Not today' }),
  )
  await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Matches' })).toBeChecked())
})

test('quiet hours begin as a night in the time zone of the device, and their ends can be changed', async () => {
  const api = setup()
  const { user } = await open()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  api.respond(putNotificationSettings, notificationSettings)
  await user.click(screen.getByRole('checkbox', { name: 'No notifications at night' }))
  await waitFor(() =>
    expect(api.calls(putNotificationSettings)[0]).toMatchObject({
      quietHours: { from: '22:00', to: '07:00', timeZone },
    }),
  )
  const until = screen.getByLabelText('Until')
  fireEvent.change(until, { target: { value: '08:30' } })
  fireEvent.blur(until)
  await waitFor(() =>
    expect(api.calls(putNotificationSettings)[1]).toMatchObject({
      quietHours: { from: '22:00', to: '08:30', timeZone },
    }),
  )
})

test('this device is turned on with the key of the server, after the user has allowed it', async () => {
  const api = setup()
  const { subscribe } = stubPush('default')
  api.respond(subscribeToPush, { id: 'd'.repeat(22) })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
  await waitFor(() =>
    expect(api.calls(subscribeToPush)).toEqual([
      { endpoint: ENDPOINT, keys: { p256dh: 'key', auth: 'secret' }, language: 'en' },
    ]),
  )
  expect(subscribe.mock.calls[0]).toEqual([{ userVisibleOnly: true, applicationServerKey: 'B-key' }])
})

test('an old key of the server is replaced', async () => {
  const api = setup()
  const { subscribe, unsubscribe } = stubPush('granted')
  subscribe.mockRejectedValueOnce(new DOMException('another key', 'InvalidStateError'))
  api.respond(subscribeToPush, { id: 'd'.repeat(22) })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
  await waitFor(() => expect(api.calls(subscribeToPush)).toHaveLength(1))
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('when the browser cannot subscribe, the user reads words of ours', async () => {
  setup()
  const { subscribe } = stubPush('granted')
  subscribe.mockRejectedValue(new DOMException('Registration failed - permission denied', 'AbortError'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Turn on for this device' }))
  await waitFor(() =>
    expect(shownToast.get()).toMatchObject({
      title: "Couldn't change your notifications",
      text: "We couldn't reach this browser for notifications. Please try again later.",
    }),
  )
})

test('this device and others are turned off', async () => {
  const api = setup()
  const { unsubscribe } = stubPush('granted')
  const times = { createdAt: '2026-01-01T00:00:00.000Z', lastUsedAt: '2026-01-01T00:00:00.000Z' }
  const session = { id: 's2', current: false, browser: 'Firefox', system: 'Android', ...times }
  api.respond(listSessions, [session])
  const device = { id: 'a'.repeat(22), sessionId: 's1', current: true, createdAt: times.createdAt }
  const other = { ...device, id: 'b'.repeat(22), sessionId: 's2', current: false }
  api.respond(getNotificationSettings, { ...notificationSettings, devices: [device, other] })
  api.respond(unsubscribeFromPush, undefined)
  api.respond(removePushDevice, undefined)
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Turn off for this device' }))
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
  expect(api.calls(unsubscribeFromPush)).toEqual([{ endpoint: ENDPOINT }])
  const others = within(screen.getByRole('list', { name: 'Other devices' }))
  await user.click(await others.findByRole('button', { name: 'Turn off for Firefox on Android' }))
  await waitFor(() => expect(api.calls(removePushDevice)).toHaveLength(1))
})

test.each<[string, () => void]>([
  ["This browser can't show notifications.", () => {}],
  ["Allow notifications in your browser's settings first.", () => stubPush('denied')],
  [
    'On iOS, add the app to your Home Screen first: Share, then Add to Home Screen.',
    () => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone Safari'),
  ],
])('a device that cannot be turned on says why: %s', async (text, prepare) => {
  setup()
  prepare()
  await open()
  expect(await screen.findByText(text)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Turn on for this device' })).toBeNull()
})

test('a server without keys says so (7.push.2)', async () => {
  setupApi()
  stubPush('default')
  await open()
  expect(await screen.findByText("Notifications outside the app aren't set up here.")).toBeInTheDocument()
})

test('nothing is offered before the first like or match', async () => {
  const api = setup()
  stubPush('default')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 20_000)
  expect(screen.queryByText('Know when someone likes you')).toBeNull()
  expect(api.calls(getClientConfig)).toEqual([])
})

test('the offer after the first like is in our own words; after "Not now" nobody asks again', async () => {
  const api = setup()
  const { requestPermission } = stubPush('default')
  api.respond(listNotifications, [LIKE])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 3_000)
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }))
  await waitFor(() => expect(screen.queryByText('Know when someone likes you')).toBeNull())
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 20_000)
  expect(screen.queryByText('Know when someone likes you')).toBeNull()
  expect(requestPermission).not.toHaveBeenCalled()
})

test('after a match the offer names the person', async () => {
  const api = setup()
  stubPush('default')
  const match = { ...LIKE, id: 2, type: 'MATCH' as const, payload: { ...LIKE.payload, name: 'Mila - demo' } }
  api.respond(listNotifications, [match, LIKE])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 3_000)
  expect(await screen.findByRole('heading', { name: 'Know when Mila writes back' })).toBeInTheDocument()
})

test('the offer does not cover pass and like: it waits for another screen (10.client.push.1)', async () => {
  await import('./push-offer.tsx') // would otherwise come after the check
  const api = setup()
  stubPush('default')
  api.respond(listNotifications, [LIKE])
  api.respond(listUsers, [profile(9, 'Ines')])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderAt('/feed')
  await screen.findByRole('button', { name: 'Pass Ines' })
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 20_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(screen.queryByText('Know when someone likes you')).toBeNull()
  const messages = screen.getByRole('link', { name: /^Messages/ })
  fireEvent.pointerDown(messages)
  fireEvent.click(messages)
  await screen.findByText('No matches yet')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await screen.findByText('Know when someone likes you')).toBeInTheDocument()
})

test('the offer is one history entry: Back closes it, and the next screen removes it unanswered', async () => {
  const api = setup()
  stubPush('default')
  api.respond(listNotifications, [LIKE])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.history.pushState(null, '', '/') // drops entries that other tests have left ahead
  const { path } = renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  const before = window.history.length
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 3_000)
  await screen.findByRole('button', { name: 'Not now' })
  await waitFor(() => expect(window.history.length).toBe(before + 1))

  fireEvent.click(screen.getByRole('link', { name: /^Messages/ }))
  await waitFor(() => expect(path()).toBe('/messages'))
  await waitFor(() => expect(screen.queryByText('Know when someone likes you')).toBeNull())
  expect([window.history.length, window.history.state.layers ?? 0]).toEqual([before + 2, 0])
  expect(localStorage.getItem('zing.push')).toBeNull() // the next start offers it again
  window.history.back() // over the entry of the offer
  await waitFor(() => expect([path(), window.history.state.layers ?? 0]).toEqual(['/feed', 0]))
})

test('Back closes the offer and stays on the screen', async () => {
  const api = setup()
  stubPush('default')
  api.respond(listNotifications, [LIKE])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { path } = renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 3_000)
  await screen.findByRole('button', { name: 'Not now' })
  await waitFor(() => expect(window.history.state.layers).toBe(1))
  window.history.back()
  await waitFor(() => expect(screen.queryByText('Know when someone likes you')).toBeNull())
  expect([path(), localStorage.getItem('zing.push')]).toEqual(['/feed', '0'])
})

test('reading on another device corrects the badge at once and closes the notifications here', async () => {
  const api = setup()
  const { shown } = stubPush('granted')
  const setAppBadge = vi.fn(async () => {})
  Object.defineProperty(navigator, 'setAppBadge', { configurable: true, value: setAppBadge })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'))
  localStorage.setItem('zing.push', '1')
  api.respond(subscribeToPush, { id: 'd'.repeat(22) })
  api.respond(listNotifications, [LIKE])
  api.respond(listConversations, [{ partnerId: 7, lastMessage: null, unread: 2 }])
  const { socket } = renderAt('/feed')
  await waitFor(() => expect(setAppBadge.mock.calls).toEqual([[3]])) // and never a 0 before both are known
  socket.connect()
  api.respond(listConversations, [{ partnerId: 7, lastMessage: null, unread: 0 }])
  socket.push({ type: 'MESSAGES_READ', readBy: 1, senderId: 7, messageIds: [], upToSeq: 9 })
  await waitFor(() => expect(setAppBadge.mock.calls.at(-1)).toEqual([1]))
  expect(shown.close).not.toHaveBeenCalled()
  socket.push({ type: 'NOTIFICATIONS_READ', ids: null, readAt: '2026-01-02T00:00:00.000Z' })
  await waitFor(() => expect(setAppBadge.mock.calls.at(-1)).toEqual([0]))
  await waitFor(() => expect(shown.close).toHaveBeenCalledOnce())
})

test('a user who accepts the offer is asked by the browser, and the device is bound', async () => {
  const api = setup()
  const { requestPermission } = stubPush('default')
  api.respond(listNotifications, [LIKE])
  api.respond(subscribeToPush, { id: 'd'.repeat(22) })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  await vi.advanceTimersByTimeAsync(PUSH_OFFER_DELAY_MS + 3_000)
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }))
  await waitFor(() => expect(shownToast.get()?.title).toBe('Notifications are on'))
  expect(requestPermission).toHaveBeenCalledOnce()
  expect(api.calls(subscribeToPush)).toHaveLength(1)
})

test.each([
  ['the same user', '1', 1],
  ['another user', '2', 0],
])('a browser that %s has turned on (%s) binds itself again at the start: %i', async (_who, userId, times) => {
  const api = setup()
  const { subscribe } = stubPush('granted')
  api.respond(subscribeToPush, { id: 'd'.repeat(22) })
  localStorage.setItem('zing.push', userId)
  renderAt('/feed')
  await screen.findByRole('heading', { name: 'No users found' })
  await waitFor(() => expect(api.calls(subscribeToPush)).toHaveLength(times))
  expect(subscribe).toHaveBeenCalledTimes(times)
})
