import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  clearNotifications,
  likeUser,
  listNotifications,
  readAllNotifications,
  readNotification,
} from '@zing/proto/http/social'
import type { Notification } from '@zing/proto/users'
import { expect, test } from 'vitest'
import { LIKE_BACK_CLOSE_MS } from '../../lib/limits.ts'
import { stopClock } from '../../test/clock.ts'
import { quietApi, renderAt } from '../../test/render-at.tsx'
import { shownToast } from '../../ui/toast-store.ts'

function notification(id: number, type: 'LIKE' | 'MATCH', userId: number, name: string): Notification {
  return { id, type, payload: { userId, name, selfie: null }, createdAt: new Date().toISOString(), readAt: null }
}

async function open(list: Notification[]) {
  const api = quietApi()
  api.answer(listNotifications, list)
  api.answer(readAllNotifications, undefined)
  api.answer(readNotification, undefined)
  const view = renderAt('/messages')
  const bell = await screen.findByRole('button', { name: /Notifications/ })
  if (list.length > 0) await within(bell).findByText(`${list.length} new`)
  await view.user.click(bell)
  return { api, ...view, panel: await screen.findByRole('dialog', { name: 'Zing Activity' }) }
}

test('each tab says what will be there', async () => {
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

test('opening marks everything as read; likes and matches have their words and their tabs', async () => {
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

test('a like is given back, is read with that, and says so', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.answer(likeUser, { likeCount: 1, isMatch: false })
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  expect(await within(panel).findByRole('button', { name: 'Liked back ✓' })).toBeDisabled()
  expect(api.calls(likeUser)).toEqual([{ likedId: 4 }])
  expect(api.calls(readNotification)).toHaveLength(1)
})

test('tapping a like reads it, gives it back, and after a second closes the panel and goes to the feed', async () => {
  const { api, panel, path } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.answer(likeUser, { likeCount: 1, isMatch: false })
  const { pass } = stopClock()
  fireEvent.click(within(panel).getByRole('button', { name: /Theo/ }))
  await pass(LIKE_BACK_CLOSE_MS - 1)
  expect(api.calls(likeUser)).toEqual([{ likedId: 4 }])
  expect(api.calls(readNotification)).toHaveLength(1)
  expect([path(), panel.isConnected]).toEqual(['/messages', true])
  await pass(1)
  expect([path(), panel.isConnected]).toEqual(['/feed', false])
})

test('tapping a like that was given back already reads it and goes to the feed, without another like', async () => {
  const { api, user, panel, path } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.answer(likeUser, { likeCount: 1, isMatch: false })
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  await within(panel).findByRole('button', { name: 'Liked back ✓' })
  const { pass } = stopClock()
  fireEvent.click(within(panel).getByRole('button', { name: /Theo/ }))
  await pass(LIKE_BACK_CLOSE_MS)
  expect(path()).toBe('/feed')
  expect([api.calls(likeUser).length, api.calls(readNotification).length]).toEqual([1, 2])
})

test('tapping a match reads it, closes the panel and goes to the feed', async () => {
  const { api, user, panel, path } = await open([notification(2, 'MATCH', 5, 'Ines')])
  await user.click(within(panel).getByRole('button', { name: /Ines/ }))
  await waitFor(() => expect(path()).toBe('/feed'))
  expect(panel).not.toBeInTheDocument()
  expect([api.calls(likeUser), api.calls(readNotification).length]).toEqual([[], 1])
})

test('what cannot be marked as read, liked or cleared is not announced', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  for (const endpoint of [readNotification, likeUser, clearNotifications]) {
    api.refuse(endpoint, 503, 'Service temporarily unavailable. Please try again.')
  }
  await user.click(within(panel).getByRole('button', { name: 'Like back' }))
  await user.click(within(panel).getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(api.calls(clearNotifications)).toHaveLength(1))
  await waitFor(() => expect(within(panel).getByRole('button', { name: 'Like back' })).toBeEnabled())
  expect(shownToast.get()).toBeNull()
})

test('one person is listed once for likes and once for matches, one id only once', async () => {
  const [older, newer, match] = [
    notification(1, 'LIKE', 4, 'Theo'),
    notification(2, 'LIKE', 4, 'Theo'),
    notification(3, 'MATCH', 4, 'Theo'),
  ]
  const api = quietApi()
  api.answer(listNotifications, [match, newer, older, match])
  api.answer(readAllNotifications, undefined)
  const { user } = renderAt('/messages')
  await user.click(await screen.findByRole('button', { name: /Notifications/ }))
  expect(await screen.findAllByRole('button', { name: /Theo/ })).toHaveLength(2)
})

test('the browser keeps which there are and which are read, and no names', async () => {
  await open([notification(1, 'LIKE', 4, 'Theo')])
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('zing.notifications') ?? '')).toEqual([
      { id: 1, type: 'LIKE', isRead: true },
    ]),
  )
})

test('everything can be cleared', async () => {
  const { api, user, panel } = await open([notification(1, 'LIKE', 4, 'Theo')])
  api.answer(clearNotifications, undefined)
  await user.click(within(panel).getByRole('button', { name: 'Clear all' }))
  expect(await within(panel).findByText('No activity yet')).toBeInTheDocument()
})

test('what arrives is counted at the bell', async () => {
  const api = quietApi()
  api.answer(listNotifications, [])
  const { socket } = renderAt('/messages')
  await screen.findByText('No matches yet')
  socket.push({ type: 'NOTIFICATION', notification: notification(9, 'LIKE', 4, 'Theo') })
  expect(await screen.findByText('1 new')).toBeInTheDocument()
})
