import { once } from 'node:events'
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { clientFrame, Opcode } from '../client-frame.ts'
import { setupChat } from '../setup-chat.ts'
import { ORIGIN } from '../test-sockets.ts'
import type { TestUser } from '../test-users.ts'

const { env, chat, startChat, newUser, newMatch, sendMessage, listMessages } = await setupChat()

/** Opens a socket that has sent AUTH, and whose bytes the test writes itself. */
async function openRaw(user: TestUser = newUser(), url = chat.url) {
  const upgrade = request(`${url}/ws`, {
    headers: {
      authorization: `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, user)}`,
      origin: ORIGIN,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    },
  }).end()
  const [, socket] = (await once(upgrade, 'upgrade')) as [unknown, Socket]
  onTestFinished(() => void socket.destroy())
  let received: Buffer = Buffer.alloc(0)
  let isClosed = false
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
  })
  socket.on('error', () => {}) // the server resets it
  socket.on('close', () => {
    isClosed = true
  })
  socket.write(clientFrame(JSON.stringify({ type: 'AUTH', userId: user.userId })))
  await vi.waitFor(() => expect(received.includes('CONNECTED')).toBe(true), WAIT)
  return { socket, closeCode: () => closeCodeOf(received), isClosed: () => isClosed }
}

/** Returns the code of the close frame at the end of the server's bytes, or null. */
function closeCodeOf(bytes: Buffer): number | null {
  const frame = bytes.subarray(-4)
  return frame[0] === 0x88 && frame[1] === 2 ? frame.readUInt16BE(2) : null
}

const closeWith = (code: number) => clientFrame(Buffer.of(code >> 8, code & 0xff), { opcode: Opcode.close })

test.each([
  ['an unmasked frame', clientFrame('{}', { isMasked: false }), 1002],
  ['a reserved bit', clientFrame('{}', { reserved: 0b010 }), 1002],
  ['the bit of a compression that was not agreed on', clientFrame('{}', { reserved: 0b100 }), 1002],
  ['an unknown opcode', clientFrame('{}', { opcode: 3 }), 1002],
  ['a continuation of nothing', clientFrame('{}', { opcode: Opcode.continuation }), 1002],
  ['invalid UTF-8', clientFrame(Buffer.of(0xc3, 0x28)), 1007],
  ['close code 999', closeWith(999), 1002],
  ['a ping of 126 bytes', clientFrame(Buffer.alloc(126), { opcode: Opcode.ping }), 1002],
  ['a fragmented ping', clientFrame('x', { opcode: Opcode.ping, fin: false }), 1002],
])('SEC-87 %s closes the socket, and the process goes on', async (_what, bytes, code) => {
  const { socket, closeCode, isClosed } = await openRaw()
  socket.write(bytes)
  await vi.waitFor(() => expect(isClosed()).toBe(true), WAIT)
  expect(closeCode()).toBe(code)
  await openRaw()
})

test.each([
  ['a frame that announces more than 16 KiB', [clientFrame(Buffer.alloc(FRAME_MAX_BYTES + 1)).subarray(0, 100)]],
  ['a frame that announces 100 MiB', [Buffer.from('81ff0000000006400000', 'hex')]],
  [
    'a message of more than 16 KiB in fragments, although its socket goes on answering pings',
    [
      clientFrame(Buffer.alloc(4_096, 'x'), { fin: false }),
      ...Array.from({ length: FRAME_MAX_BYTES / 4_096 }, () => [
        clientFrame('', { opcode: Opcode.pong }),
        clientFrame(Buffer.alloc(4_096, 'x'), { opcode: Opcode.continuation, fin: false }),
      ]).flat(),
    ],
  ],
])('SEC-84 %s ends its socket, without waiting for the rest', async (_what, parts) => {
  const { socket, closeCode, isClosed } = await openRaw()
  for (const part of parts) socket.write(part)
  await vi.waitFor(() => expect(isClosed()).toBe(true), WAIT)
  expect(closeCode()).toBe(1009)
})

test('SEC-84 a flood of one-byte fragments on twenty sockets closes them and costs little memory', async () => {
  const fragment = clientFrame('x', { opcode: Opcode.continuation, fin: false })
  const flood = Buffer.concat([clientFrame('x', { fin: false }), ...Array.from({ length: 130_000 }, () => fragment)])
  async function floodAll(sockets: Awaited<ReturnType<typeof openRaw>>[]): Promise<void> {
    for (const { socket } of sockets) socket.write(flood)
    await vi.waitFor(() => expect(sockets.every(({ isClosed }) => isClosed())).toBe(true), WAIT)
  }

  /** Returns the growth of the process's memory in bytes, which includes this test and its other connections. */
  async function growthOfFlood(count: number): Promise<number> {
    const sockets = await Promise.all(Array.from({ length: count }, () => openRaw()))
    const before = process.memoryUsage().rss
    let peak = before
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss)
    }, 20)
    await floodAll(sockets).finally(() => clearInterval(watch))
    return peak - before
  }

  await growthOfFlood(1) // excludes what the process allocates once
  const growths = [await growthOfFlood(20), await growthOfFlood(20), await growthOfFlood(20)]
  expect(Math.min(...growths)).toBeLessThan(30 * 1_024 * 1_024)
})

test('INV-5 a receipt counts even if its process is closing its sockets', async () => {
  const [ada, ben] = newMatch()
  const third = await startChat()
  const { socket, closeCode } = await openRaw(ben, third.url)
  const { body: message } = await sendMessage(ada, ben, 'one')
  const stopped = third.stop()
  await vi.waitFor(() => expect(closeCode()).toBe(1012), WAIT)
  const receipt = JSON.stringify({ type: 'MESSAGE_RECEIVED', partnerId: ada.userId, seq: message.seq })
  socket.write(Buffer.concat([clientFrame(receipt), closeWith(1012)]))
  await stopped
  expect(await listMessages(ada, ben)).toMatchObject([{ status: 'delivered' }])
})
