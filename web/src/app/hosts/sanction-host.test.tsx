import { screen, waitFor, within } from '@testing-library/react'
import { listNotifications, readNotification } from '@zing/proto/http/social'
import type { Notification } from '@zing/proto/notifications'
import { expect, test } from 'vitest'
import { renderAt, setupApi } from '../../test/render-at.tsx'

const AT = { createdAt: '2026-01-01T00:00:00.000Z', readAt: null }
const PHOTO: Notification = {
  id: 7,
  type: 'DECISION',
  payload: { action: 'remove-photo', reason: 'fake', text: 'This is an actor', until: null },
  ...AT,
}
const WARNING: Notification = { id: 6, type: 'WARNING', payload: { reason: 'harassment', text: null }, ...AT }

async function open(list: Notification[]) {
  const api = setupApi()
  api.respond(listNotifications, list)
  api.respond(readNotification, undefined)
  const view = renderAt('/preferences')
  await screen.findByRole('button', { name: /Notifications/ })
  view.socket.connect()
  return { api, ...view }
}

test('an unread sanction is told once, with reason, words and the next step (10.notifications.sanction)', async () => {
  const { api, user, path } = await open([PHOTO])
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Your photo was removed' }))
  expect(dialog.getByText('Fake profile, or photos of someone else')).toBeInTheDocument()
  expect(dialog.getByText('This is an actor')).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Change your photos' }))
  await waitFor(() => expect(path()).toBe('/edit-profile'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.calls(readNotification)).toHaveLength(1)
})

test('two sanctions are told one after the other', async () => {
  const { user } = await open([PHOTO, WARNING])
  for (const name of ['Your photo was removed', "You've been warned"]) {
    const dialog = within(await screen.findByRole('alertdialog', { name }))
    await user.click(dialog.getByRole('button', { name: 'I understand' }))
  }
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('what was read, lifted or told at the sign-in is not told again', async () => {
  const decision = (id: number, action: 'lift' | 'suspend', readAt: string | null): Notification => ({
    id,
    type: 'DECISION',
    payload: { action, reason: 'mistake', text: null, until: null },
    createdAt: AT.createdAt,
    readAt,
  })
  const read = AT.createdAt
  await open([
    decision(9, 'suspend', null),
    { ...WARNING, readAt: read },
    decision(5, 'lift', read),
    { ...PHOTO, id: 4 },
  ])
  const bell = await screen.findByRole('button', { name: /Notifications/ })
  expect(await within(bell).findByText('2 about your account')).toBeInTheDocument()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
