import { screen, waitFor, within } from '@testing-library/react'
import { listNotifications, listUsers, readAllNotifications, readNotification } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { renderAt, setupApi } from '../../test/render-at.tsx'

test('new people are told without a name, and lead to a fresh feed (10.client.place.company)', async () => {
  const api = setupApi()
  api.respond(listNotifications, [
    { id: 9, type: 'NEW_PEOPLE', payload: {}, createdAt: new Date().toISOString(), readAt: null },
  ])
  api.respond(readAllNotifications, undefined)
  api.respond(readNotification, undefined)
  const { socket, user, path } = renderAt('/messages')
  const bell = await screen.findByRole('button', { name: /Notifications/ })
  socket.connect()
  await within(bell).findAllByText('1 new')
  await user.click(bell)
  const panel = within(await screen.findByRole('dialog', { name: 'Zing Activity' }))
  await user.click(panel.getByRole('button', { name: /^New people for you/ }))
  await waitFor(() => expect(path()).toBe('/feed'))
  await waitFor(() => expect(api.calls(listUsers).length).toBeGreaterThan(0))
})
