import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { publishTo } from '@zing/kit/nats/broadcast'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'
import { ORIGIN } from '../test-sockets.ts'

const { env, nats, chat, secondInstance, startChat, newUser, newMatch, openSocket, connect, sendMessage } =
  await setupChat()

test('typing is pushed to matches only, at most twice a second (7.sent.TYPING_INDICATOR)', async () => {
  const [ada, ben] = newMatch()
  await sendMessage(ada, ben, 'hi')
  const mallory = newUser()
  const [adaTab, benTab, malloryTab] = [await connect(ada), await connect(ben), await connect(mallory)]
  malloryTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: true })
  for (let i = 0; i < 6; i++) adaTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: true })
  adaTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: false })
  await vi.waitFor(
    () =>
      expect(benTab.of('TYPING_INDICATOR').at(-1)).toEqual({
        type: 'TYPING_INDICATOR',
        senderId: ada.userId,
        isTyping: false,
      }),
    WAIT,
  )
  expect(benTab.of('TYPING_INDICATOR')).toHaveLength(3)
})

test('a client’s MESSAGE_NOTIFICATION pushes nothing, since the server has pushed the message (7.sent.MESSAGE_NOTIFICATION)', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await sendMessage(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  adaTab.send({ type: 'MESSAGE_NOTIFICATION', receiverId: ben.userId, messageId: message.id })
  adaTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: true })
  await vi.waitFor(() => expect(benTab.of('TYPING_INDICATOR')).toHaveLength(1), WAIT)
  expect(benTab.frames.map(({ type }) => type)).toEqual(['CONNECTED', 'TYPING_INDICATOR'])
  expect(adaTab.of('ERROR')).toEqual([])
})

test('SEC-62 AUTH with another user’s id closes the socket, and nothing is pushed to it (7.ws.CONNECTED)', async () => {
  const [ada, ben] = newMatch()
  const socket = await openSocket(ada)
  socket.send({ type: 'AUTH', userId: ben.userId })
  await vi.waitFor(() => expect(socket.code()).toBe(1008), WAIT)
  expect(socket.frames).toEqual([])
})

test('every AUTH frame is confirmed (7.ws.AUTH)', async () => {
  const ada = newUser()
  const socket = await connect(ada)
  socket.send({ type: 'AUTH', userId: ada.userId })
  await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(2), WAIT)
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: `${ORIGIN}.evil.example` }, 403],
  [{ origin: ORIGIN, authorization: 'Bearer forged' }, 401],
  [{ origin: ORIGIN, authorization: `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, null)}` }, 401],
])('SEC-61 an upgrade with %j is rejected', async (headers, status) => {
  await expect(openSocket(newUser(), chat.url, headers as Record<string, string>)).rejects.toThrow(String(status))
})

test('SEC-88 a malformed frame gets an ERROR, and repeated ones close the socket', async () => {
  const socket = await connect(newUser())
  for (const junk of ['no json', '[]', '{"type":{}}', '{"type":"__proto__"}']) socket.send(junk)
  await vi.waitFor(() => expect(socket.of('ERROR').map(({ code }) => code)).toEqual(Array(4).fill('BAD_FRAME')), WAIT)
  socket.send('{}')
  await vi.waitFor(() => expect(socket.code()).toBe(1008), WAIT)
})

test('SEC-83 a frame of 16 KiB is accepted, a larger one closes the socket', async () => {
  const ada = newUser()
  const socket = await connect(ada)
  const frame = JSON.stringify({ type: 'AUTH', userId: ada.userId, padding: '' })
  socket.send(frame.replace('""', `"${'x'.repeat(FRAME_MAX_BYTES - frame.length)}"`))
  await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(2), WAIT)
  socket.send('x'.repeat(FRAME_MAX_BYTES + 1))
  await vi.waitFor(() => expect(socket.code()).toBe(1009), WAIT)
})

test('SEC-84 a message in too many fragments closes the socket', async () => {
  const socket = await connect(newUser())
  for (let i = 0; i < 20; i++) socket.ws.send('x', { fin: false })
  await vi.waitFor(() => expect(socket.code()).toBe(1008), WAIT)
})

test('SEC-82 a flood of frames closes the socket; a user has at most ten sockets', async () => {
  const ada = newUser()
  const sockets = await Promise.all(Array.from({ length: 10 }, () => connect(ada)))
  const eleventh = await openSocket(ada)
  eleventh.send({ type: 'AUTH', userId: ada.userId })
  await vi.waitFor(() => expect(eleventh.code()).toBe(1013), WAIT)
  for (let i = 0; i < 200; i++) sockets[0]?.send({ type: 'MESSAGE_NOTIFICATION', receiverId: 1, messageId: 1 })
  await vi.waitFor(() => expect(sockets[0]?.code()).toBe(1013), WAIT)
  expect(sockets[1]?.code()).toBeNull()
})

test('SEC-13 a revoked session’s sockets are closed on every process, other sessions’ are not', async () => {
  const ada = newUser()
  const sameSession = [await connect(ada), await connect(ada, secondInstance.url)]
  const otherLogin = await connect({ ...ada, sid: randomUUID() })
  publishTo(nats, sessionsRevoked.subject, { sids: [ada.sid] })
  await vi.waitFor(() => expect(sameSession.map(({ code }) => code())).toEqual([1000, 1000]), WAIT)
  expect(otherLogin.code()).toBeNull()
})

test('SEC-13 a socket before AUTH is closed with its session too', async () => {
  const ada = newUser()
  const silent = await openSocket(ada)
  publishTo(nats, sessionsRevoked.subject, { sids: null })
  await vi.waitFor(() => expect(silent.code()).toBe(1000), WAIT)
})

test('SEC-61 a socket without Origin is rejected, unless WS_REQUIRE_ORIGIN=false', async () => {
  const ada = newUser()
  const lenient = await startChat({ WS_REQUIRE_ORIGIN: 'false' })
  await expect(openSocket(ada, chat.url, {})).rejects.toThrow('403')
  expect((await openSocket(ada, chat.url)).code()).toBeNull()
  expect((await openSocket(ada, lenient.url, {})).code()).toBeNull()
  await lenient.stop()
})

test('a process that shuts down closes its sockets with 1012, even before AUTH', async () => {
  const third = await startChat()
  const sockets = [await connect(newUser(), third.url), await openSocket(newUser(), third.url)]
  await third.stop()
  await vi.waitFor(() => expect(sockets.map(({ code }) => code())).toEqual([1012, 1012]), WAIT)
  await expect(fetch(third.url)).rejects.toThrow()
})

test('before AUTH nothing is pushed to a socket', async () => {
  const [ada, ben] = newMatch()
  const [silent, benTab] = [await openSocket(ben), await connect(ben)]
  await sendMessage(ada, ben, 'hi')
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toHaveLength(1), WAIT)
  expect(silent.frames).toEqual([])
})
