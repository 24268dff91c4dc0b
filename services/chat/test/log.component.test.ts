import { CLIENT_ADDRESS_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/chat'
import { serviceClient } from '@zing/testing/client'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setupChat } from './setup-chat.ts'
import { ORIGIN } from './test-sockets.ts'

const { env, startChat, newMatch, openSocket } = await setupChat()

test('SEC-38 a block is logged once, with users and address, over HTTP and over a socket', async () => {
  const lines: string[] = []
  const chat = await startChat({}, lines)
  onTestFinished(() => chat.stop())
  const [ada, ben] = newMatch()
  const [eve, dan] = newMatch()

  const body = { blockedUserId: ben.userId }
  const client = serviceClient(chat.url, env.INTERNAL_TOKEN_SECRET, { userId: ada.userId, sid: ada.sid })
  for (let i = 0; i < 2; i++) {
    const { status } = await client.call(contract.blockUser, {
      body,
      headers: { [CLIENT_ADDRESS_HEADER]: '203.0.113.7' },
    })
    expect(status).toBe(201)
  }
  const socket = await openSocket(eve, chat.url, { origin: ORIGIN, [CLIENT_ADDRESS_HEADER]: '203.0.113.8' })
  socket.send({ type: 'AUTH', userId: eve.userId })
  socket.send({ type: 'BLOCK_USER', blockedUserId: dan.userId })
  await vi.waitFor(() => expect(socket.of('BLOCK_CONFIRMED')).toHaveLength(1), WAIT)

  const events = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'security event')
  expect(events).toMatchObject([
    { event: 'authz_change', change: 'block', userId: ada.userId, blockedId: ben.userId, address: '203.0.113.7' },
    { event: 'authz_change', change: 'block', userId: eve.userId, blockedId: dan.userId, address: '203.0.113.8' },
  ])
})
