import { screen } from '@testing-library/react'
import { getUnread, listConversations } from '@zing/proto/http/chat'
import { listMatches, listNotifications } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { stopClock } from '../test/clock.ts'
import { ada, quietApi, renderAt } from '../test/render-at.tsx'

const SHOWN = [getUnread, listNotifications, listConversations, listMatches]

async function open() {
  const api = quietApi()
  const { socket } = renderAt('/messages')
  await screen.findByText('No matches yet')
  const { pass } = stopClock()
  socket.open()
  const connect = () => socket.push({ type: 'CONNECTED', userId: ada.id })
  return { socket, connect, pass, asked: () => SHOWN.map((endpoint) => api.calls(endpoint).length) }
}

const more = (counts: number[], by: number) => counts.map((count) => count + by)

test('with every connection whatever may have changed meanwhile is asked for', async () => {
  const { socket, connect, pass, asked } = await open()
  const before = asked()
  connect()
  await pass(0)
  expect(asked()).toEqual(more(before, 1))

  socket.close(1006)
  await pass(1_400) // the first delay, with all of its jitter
  socket.open()
  connect()
  await pass(0)
  expect(asked()).toEqual(more(before, 2))
})

test('while the server does not trust its pushes everything is polled; when it does again, it is asked for once more', async () => {
  const { socket, connect, pass, asked } = await open()
  connect()
  await pass(0)
  socket.push({ type: 'PUSH_DEGRADED' })
  await pass(0)
  const [unread = 0] = asked()
  await pass(10_000)
  expect(asked()[0]).toBe(unread + 1)

  socket.push({ type: 'PUSH_RESTORED' })
  await pass(0)
  const restored = asked()
  expect(restored[0]).toBe(unread + 2)
  await pass(30_000)
  expect(asked()).toEqual(restored)
})

test('the socket stays open when the user goes to another screen', async () => {
  quietApi()
  const { socket, user } = renderAt('/messages')
  await screen.findByText('No matches yet')
  socket.open()
  socket.push({ type: 'CONNECTED', userId: ada.id })
  await user.click(screen.getByRole('link', { name: 'Feed' }))
  await screen.findByText('No users found')
  expect([socket.count(), socket.isOpen()]).toEqual([1, true])
})
