import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  clearNotifications,
  getProfile,
  likeUser,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@zing/proto/http/social'
import { ACCOUNT_CHANGES, type Notification } from '@zing/proto/notifications'
import { expect, test } from 'vitest'
import { LIKE_BACK_CLOSE_MS } from '../../lib/limits.ts'
import { shownToast } from '../../lib/state/toast-store.ts'
import { freezeClock } from '../../test/clock.ts'
import { profile, renderAt, setupApi } from '../../test/render-at.tsx'

function notification(id: number, type: 'LIKE' | 'MATCH', userId: number, name: string): Notification {
  return { id, type, payload: { userId, name, selfie: null }, createdAt: new Date().toISOString(), readAt: null }
}

async function open(list: Notification[]) {
  const api = setupApi()
  api.respond(listNotifications, list)
  api.respond(readAllNotifications, undefined)
  api.respond(readNotification, undefined)
  const view = renderAt('/messages')
  const bell = await screen.findByRole('button', { name: /Notifications/ })
  view.socket.connect()
  if (list.length > 0) await within(bell).findAllByText(/^\d+ (new|about your account)$/)
  await view.user.click(bell)
  return { api, ...view, panel: await screen.findByRole('dialog', { name: 'Zing Activity' }) }
}

test('each empty tab shows its hint (2.notifications.1, 2.notifications.2, 2.notifications.4, 2.notifications.6)', async () => {
  const { user, panel } = await open([])
  for (const [tab, title, hint] of [
    ['All', 'No activity yet', "When someone likes or matches with you, you'll see it here."],
    ['Likes', 'No likes yet', 'When someone likes your profile, it will appear here.'],
    ['Matches', 'No matches yet', "When you and someone else like each other, it's a match!"],
  ] as const) {
    await user.click(within(panel).getByRole('tab', { name: tab }))
    expect(await within(panel).findByText(title)).toBeInTheDocument()
    expect(within(panel).getByText(hint)).toBeInTheDocument()
  }
  expect(within(panel).getByRole('button', { name: 'Clear all' })).toBeDisabled()
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  expect(panel).not.toBeInTheDocument()
})

test('opening the panel marks all as read; likes and matches have their own texts and tabs (2.notifications.7, 2.notifications.9, 2.notifications.10)', async () => {
  const { api, user, panel } = await open([notification(2, 'MATCH', 5, 'Ines'), notification(1, 'LIKE', 4, '')])
  await waitFor(() => expect(api.calls(readAllNotifications)).toHaveLength(1))
  expect(screen.queryByText('2 new')).not.toBeInTheDocument()
  expect(within(panel).getByText('You have a new match!')).toBeInTheDocument()
  expect(within(panel).getByText(/It's a match!/)).toBeInTheDocument()
  expect(within(panel).getByText('Someone')).toBeInTheDocument()
  expect(
    within(panel)
      .getAllByText('now')
      .map((time) => time.tagName),
  ).toEqual(['TIME', 'TIME'])
  await user.click(within(panel).getByRole('tab', { name: 'Likes' }))
  expect(within(panel).getByText('Liked your profile')).toBeInTheDocument()
  expect(within(panel).queryByText('You have a new match!')).not.toBeInTheDocument()
  await user.click(within(panel).getByRole('tab', { name: 'Matches' }))
  expect(within(panel).getByText('You have a new match!')).toBeInTheDocument()
  expect(within(panel).queryByText('Liked your profile')).not.toBeInTheDocument()
})

test('liking back marks the notification as read and changes its button (2.notifications.8, 4.notification.3, 4.notification.4)', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  expect(await within(panel).findByRole('button', { name: 'Liked back ✓' })).toBeDisabled()
  expect(api.calls(likeUser)).toEqual([{ likedId: 4 }])
  await waitFor(() => expect(api.calls(readNotification)).toHaveLength(1))
})

test('a like that fails stays unread, and its button offers to like back again', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.reject(likeUser, 404, 'User not found')
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  await waitFor(() => expect(shownToast.get()).toMatchObject({ title: 'Failed to like user', text: 'User not found' }))
  expect(within(panel).getByRole('button', { name: 'Like back' })).toBeEnabled()
  expect(api.calls(readNotification)).toEqual([])
})

test('a double tap on a like sends one like', async () => {
  const { api, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  const button = within(panel).getByRole('button', { name: 'Like back' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(api.calls(readNotification)).toHaveLength(1))
  expect(api.calls(likeUser)).toHaveLength(1)
})

test('a panel that is closed within the second after a tap does not open the feed', async () => {
  const { api, panel, path } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  const { advance } = freezeClock()
  fireEvent.click(within(panel).getByRole('button', { name: /Theo/ }))
  await advance(LIKE_BACK_CLOSE_MS / 2)
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }))
  await advance(LIKE_BACK_CLOSE_MS * 2)
  expect([path(), panel.isConnected]).toEqual(['/messages', false])
})

test('tapping a like marks it as read, likes back, and opens the feed after one second (4.notification.6, 9.like-back)', async () => {
  const { api, panel, path } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  const { advance } = freezeClock()
  fireEvent.click(within(panel).getByRole('button', { name: /Theo/ }))
  await advance(LIKE_BACK_CLOSE_MS - 1)
  expect(api.calls(likeUser)).toEqual([{ likedId: 4 }])
  expect(api.calls(readNotification)).toHaveLength(1)
  expect([path(), panel.isConnected]).toEqual(['/messages', true])
  await advance(1)
  expect(panel).not.toBeInTheDocument()
  await advance(10) // its history entry is removed first
  expect(path()).toBe('/feed')
})

test('the match that a tapped like makes stays over the feed', async () => {
  const { api, panel, path } = await open([notification(1, 'LIKE', 80, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: true })
  const { advance } = freezeClock()
  fireEvent.click(within(panel).getByRole('button', { name: /Theo/ }))
  await advance(LIKE_BACK_CLOSE_MS + 10)
  expect(panel).not.toBeInTheDocument()
  expect(path()).toBe('/feed')
  const overlay = screen.getByRole('dialog', { name: "It's a Match!" })
  window.history.back()
  await advance(10)
  expect(overlay).not.toBeInTheDocument()
  expect(path()).toBe('/feed')
  window.history.back()
  await advance(10)
  expect(path()).toBe('/messages')
})

test('tapping a returned like marks it as read and opens the feed without another like (4.notification.2)', async () => {
  const { api, user, panel, path } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  await within(panel).findByRole('button', { name: 'Liked back ✓' })
  const { advance } = freezeClock()
  fireEvent.click(within(panel).getByRole('button', { name: /Theo/ }))
  await advance(LIKE_BACK_CLOSE_MS + 10)
  expect(path()).toBe('/feed')
  expect([api.calls(likeUser).length, api.calls(readNotification).length]).toEqual([1, 2])
})

test('tapping a match marks it as read, closes the panel and opens the feed (4.notification.7)', async () => {
  const { api, user, panel, path } = await open([notification(2, 'MATCH', 5, 'Ines')])
  await user.click(within(panel).getByRole('button', { name: /Ines/ }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(panel).not.toBeInTheDocument()
  expect([api.calls(likeUser), api.calls(readNotification).length]).toEqual([[], 1])
})

test.each([
  ['LIKE', /^Theo$/, '/people/4'],
  ['MATCH', /^Theo$/, '/people/4'],
] as const)('the name of a %s leads to the page of the user, without a like', async (type, name, expected) => {
  const { api, user, panel, path } = await open([notification(1, type, 4, 'Theo')])
  api.respond(getProfile, profile(4, 'Theo'))
  await user.click(within(panel).getByRole('link', { name }))
  await waitFor(() => expect(path()).toBe(expected))
  expect(panel).not.toBeInTheDocument()
  expect([api.calls(likeUser), api.calls(readNotification).length]).toEqual([[], 1])
})

test.each([
  ['LIKE', '/people/4'],
  ['MATCH', '/chat/4'],
] as const)('the photo of a %s leads to %s (10.client.person.2)', async (type, expected) => {
  const { api, panel, path } = await open([notification(1, type, 4, 'Theo')])
  api.respond(getProfile, profile(4, 'Theo'))
  const [photo] = within(panel).getAllByRole('link', { hidden: true })
  if (!photo) throw new Error('no photo')
  fireEvent.click(photo)
  await waitFor(() => expect(path()).toBe(expected))
})

test('a failed read or clear shows no toast (8.logged.notifications)', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(likeUser, { likeCount: 1, isMatch: false })
  for (const endpoint of [readNotification, clearNotifications]) {
    api.reject(endpoint, 503, 'Service temporarily unavailable. Please try again.')
  }
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  await waitFor(() => expect(api.calls(readNotification)).toHaveLength(1))
  await user.click(within(panel).getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Clear all' })).toBeEnabled())
  expect(api.calls(clearNotifications)).toHaveLength(1)
  expect(shownToast.get()).toBeNull()
})

test('a user is listed once for likes and once for matches, and an id only once', async () => {
  const [older, newer, match] = [
    notification(1, 'LIKE', 4, 'Theo'),
    notification(2, 'LIKE', 4, 'Theo'),
    notification(3, 'MATCH', 4, 'Theo'),
  ]
  const api = setupApi()
  api.respond(listNotifications, [match, newer, older, match])
  api.respond(readAllNotifications, undefined)
  const { user } = renderAt('/messages')
  await user.click(await screen.findByRole('button', { name: /Notifications/ }))
  expect(await screen.findAllByRole('button', { name: /Theo/ })).toHaveLength(2)
})

test('the browser stores ids, types and read flags, but no names (3.client-notification.fields, 3.storage.1)', async () => {
  await open([notification(1, 'LIKE', 4, 'Theo')])
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('zing.notifications') ?? '')).toEqual([
      { id: 1, type: 'LIKE', aboutId: 4, isRead: true },
    ]),
  )
})

test('the focus begins at Close, so that a second Enter clears nothing', async () => {
  const { panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  expect(within(panel).getByRole('button', { name: 'Close' })).toHaveFocus()
})

test('all notifications can be cleared (2.notifications.3)', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.respond(clearNotifications, undefined)
  await user.click(within(panel).getByRole('button', { name: 'Clear all' }))
  expect(await within(panel).findByText('No activity yet')).toBeInTheDocument()
})

test('a received notification is counted at the bell (3.client-notification.id, 8.push)', async () => {
  const api = setupApi()
  api.respond(listNotifications, [])
  const { socket } = renderAt('/messages')
  await screen.findByText('No matches yet')
  socket.connect()
  await waitFor(() => expect(api.calls(listNotifications)).toHaveLength(1))
  socket.push({ type: 'NOTIFICATION', notification: notification(9, 'LIKE', 4, 'Theo') })
  expect(await screen.findByText('1 new')).toBeInTheDocument()
})

test('a new device is named, and leads to the devices of the account', async () => {
  const device: Notification = {
    id: 3,
    type: 'NEW_DEVICE',
    payload: { browser: 'Firefox', system: 'Linux' },
    createdAt: new Date().toISOString(),
    readAt: null,
  }
  const unknown: Notification = { ...device, id: 2, payload: { browser: null, system: null } }
  const { api, user, panel, path } = await open([device, unknown])
  expect(within(panel).getByText('New login: Unknown browser')).toBeInTheDocument()
  await user.click(within(panel).getByRole('tab', { name: 'Likes' }))
  expect(within(panel).queryByText(/New login/)).toBeNull()
  await user.click(within(panel).getByRole('tab', { name: 'All' }))
  await user.click(within(panel).getByRole('button', { name: /New login: Firefox on Linux/ }))
  await waitFor(() => expect(path()).toBe('/account'))
  expect(panel).not.toBeInTheDocument()
  expect(api.calls(readNotification)).toHaveLength(1)
})

test('account changes say what changed, where, and what to do, and lead to the account', async () => {
  const changes = ACCOUNT_CHANGES.map(
    (change, i): Notification => ({
      id: i + 1,
      type: 'ACCOUNT_CHANGE',
      payload: { change, browser: 'Firefox', system: 'Linux' },
      createdAt: new Date().toISOString(),
      readAt: null,
    }),
  )
  const { user, panel, path } = await open(changes)
  const entries = within(within(panel).getByRole('tabpanel')).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Passkey added: Firefox on LinuxNot you? Remove it and change your password.now',
    'New recovery codes: Firefox on LinuxNot you? Change your password, then create new codes.now',
    'Password changed: Firefox on LinuxNot you? Change it again and check your devices.now',
    'Recovery code used: Firefox on LinuxNot you? Change your password, then create new codes.now',
  ])
  await user.click(within(panel).getByRole('button', { name: /Passkey added/ }))
  await waitFor(() => expect(path()).toBe('/account'))
})

test('a decided verification says what the moderators decided, and leads to what they say', async () => {
  const refused: Notification = {
    id: 2,
    type: 'VERIFICATION',
    payload: { verified: false },
    createdAt: new Date().toISOString(),
    readAt: null,
  }
  const { api, user, panel, path } = await open([{ ...refused, id: 3, payload: { verified: true } }, refused])
  const entries = within(within(panel).getByRole('list', { name: 'Your account' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    "You've been verifiedOthers see the badge beside your name.now",
    "You weren't verifiedSee what the moderators say, and try again.now",
  ])
  await user.click(within(panel).getByRole('button', { name: /You weren't verified/ }))
  await waitFor(() => expect(path()).toBe('/verification'))
  expect(panel).not.toBeInTheDocument()
  expect(api.calls(readNotification)).toHaveLength(1)
})

test('each warning or decision of the moderators is an entry of its own that leads nowhere', async () => {
  const createdAt = new Date().toISOString()
  const { user, panel, path } = await open([
    {
      id: 3,
      type: 'DECISION',
      payload: { action: 'suspend', reason: 'hate', text: 'Please stop', until: '2026-03-08T10:00:00.000Z' },
      createdAt,
      readAt: createdAt,
    },
    {
      id: 2,
      type: 'DECISION',
      payload: { action: 'remove-photo', reason: 'sexual', text: null, until: null },
      createdAt,
      readAt: createdAt,
    },
    { id: 1, type: 'WARNING', payload: { reason: 'harassment', text: null }, createdAt, readAt: createdAt },
    {
      id: 4,
      type: 'DECISION',
      payload: { action: 'lift', reason: 'hate', text: 'Please stop', until: null },
      createdAt,
      readAt: null,
    },
  ])
  const entries = within(within(panel).getByRole('tabpanel')).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Your account was suspended until 8 March 2026.*Reason: Hate against a group of peoplePlease stopFrom the moderators · now$/,
    ),
    expect.stringMatching(/^Your photo was removedReason: Sexual messages.*From the moderators · now$/),
    expect.stringMatching(/^You've been warnedReason: Insults or harassmentFrom the moderators · now$/),
    'A decision about your account was liftedFrom the moderators · now',
  ])
  expect(within(within(panel).getByRole('tabpanel')).queryByRole('button')).not.toBeInTheDocument()
  await user.click(within(panel).getByRole('tab', { name: 'Likes' }))
  expect(await within(panel).findByText('No likes yet')).toBeInTheDocument()
  expect(path()).toBe('/messages')
})

test('the bell counts a person once; notices about the account stand apart (10.notifications.people, 10.notifications.notices)', async () => {
  const createdAt = new Date().toISOString()
  const device: Notification = {
    id: 9,
    type: 'NEW_DEVICE',
    payload: { browser: 'Firefox', system: 'Linux' },
    createdAt,
    readAt: null,
  }
  const api = setupApi()
  const theo = [notification(1, 'LIKE', 4, 'Theo'), notification(2, 'MATCH', 4, 'Theo')]
  api.respond(listNotifications, [...theo, device, notification(3, 'LIKE', 5, 'Uma')])
  api.respond(readAllNotifications, undefined)
  const { user } = renderAt('/messages')
  const bell = await screen.findByRole('button', { name: /Notifications/ })
  expect(await within(bell).findByText('2 new')).toBeInTheDocument()
  expect(within(bell).getByText('1 about your account')).toBeInTheDocument()
  await user.click(bell)
  const notices = within(await screen.findByRole('list', { name: 'Your account' })).getAllByRole('listitem')
  expect(notices.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('New login')])
  const others = within(screen.getByRole('list', { name: 'Likes and matches' })).getAllByRole('listitem')
  expect(others).toHaveLength(3)
})
