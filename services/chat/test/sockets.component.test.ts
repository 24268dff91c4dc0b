import { randomUUID } from 'node:crypto'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { publishTo } from '@zing/kit/nats/broadcast'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { expect, test, vi } from 'vitest'
import { ORIGIN, setupChat, soon } from './setup-chat.ts'

const { env, nats, chat, second, startChat, newPerson, newMatch, openSocket, connect, say } = await setupChat()

test('typing reaches a match, at most twice a second, and nobody else', async () => {
  const [ada, ben] = newMatch()
  await say(ada, ben, 'hi')
  const mallory = newPerson()
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
    soon,
  )
  expect(benTab.of('TYPING_INDICATOR')).toHaveLength(3)
})

test('a client that announces its message pushes nothing by it: the server has done so', async () => {
  const [ada, ben] = newMatch()
  const { body: message } = await say(ada, ben, 'hi')
  const [adaTab, benTab] = [await connect(ada), await connect(ben)]
  adaTab.send({ type: 'MESSAGE_NOTIFICATION', receiverId: ben.userId, messageId: message.id })
  adaTab.send({ type: 'TYPING_INDICATOR', recipientId: ben.userId, isTyping: true })
  await vi.waitFor(() => expect(benTab.of('TYPING_INDICATOR')).toHaveLength(1), soon)
  expect(benTab.frames.map(({ type }) => type)).toEqual(['CONNECTED', 'TYPING_INDICATOR'])
  expect(adaTab.of('ERROR')).toEqual([])
})

test('SEC-62 claiming to be somebody else closes the socket, and nothing of theirs arrives', async () => {
  const [ada, ben] = newMatch()
  const socket = await openSocket(ada)
  socket.send({ type: 'AUTH', userId: ben.userId })
  await vi.waitFor(() => expect(socket.code()).toBe(1008), soon)
  expect(socket.frames).toEqual([])
})

test('AUTH is confirmed each time', async () => {
  const ada = newPerson()
  const socket = await connect(ada)
  socket.send({ type: 'AUTH', userId: ada.userId })
  await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(2), soon)
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: `${ORIGIN}.evil.example` }, 403],
  [{ origin: ORIGIN, authorization: 'Bearer forged' }, 401],
  [{ origin: ORIGIN, authorization: `Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, null)}` }, 401],
])('SEC-61 an upgrade with %j is refused', async (headers, status) => {
  await expect(openSocket(newPerson(), chat.url, headers as Record<string, string>)).rejects.toThrow(String(status))
})

test('SEC-88 junk is answered, repeated junk is closed, and the process goes on', async () => {
  const socket = await connect(newPerson())
  for (const junk of ['no json', '[]', '{"type":{}}', '{"type":"__proto__"}']) socket.send(junk)
  await vi.waitFor(() => expect(socket.of('ERROR').map(({ code }) => code)).toEqual(Array(4).fill('BAD_FRAME')), soon)
  socket.send('{}')
  await vi.waitFor(() => expect(socket.code()).toBe(1008), soon)
})

test('SEC-83 sixteen KiB pass, more does not', async () => {
  const ada = newPerson()
  const socket = await connect(ada)
  const frame = JSON.stringify({ type: 'AUTH', userId: ada.userId, more: '' })
  socket.send(frame.replace('""', `"${'x'.repeat(FRAME_MAX_BYTES - frame.length)}"`))
  await vi.waitFor(() => expect(socket.of('CONNECTED')).toHaveLength(2), soon)
  socket.send('x'.repeat(FRAME_MAX_BYTES + 1))
  await vi.waitFor(() => expect(socket.code()).toBe(1009), soon)
})

test('SEC-84 a message in too many fragments closes the socket', async () => {
  const socket = await connect(newPerson())
  for (let i = 0; i < 20; i++) socket.ws.send('x', { fin: false })
  await vi.waitFor(() => expect(socket.code()).toBe(1008), soon)
})

test('SEC-82 a flood of frames closes the socket; a user has at most ten', async () => {
  const ada = newPerson()
  const sockets = await Promise.all(Array.from({ length: 10 }, () => connect(ada)))
  const eleventh = await openSocket(ada)
  eleventh.send({ type: 'AUTH', userId: ada.userId })
  await vi.waitFor(() => expect(eleventh.code()).toBe(1013), soon)
  for (let i = 0; i < 200; i++) sockets[0]?.send({ type: 'MESSAGE_NOTIFICATION', receiverId: 1, messageId: 1 })
  await vi.waitFor(() => expect(sockets[0]?.code()).toBe(1013), soon)
  expect(sockets[1]?.code()).toBeNull()
})

test('SEC-13 a revoked session loses its sockets on every process, other logins keep theirs', async () => {
  const ada = newPerson()
  const sameSession = [await connect(ada), await connect(ada, second.url)]
  const otherLogin = await connect({ ...ada, sid: randomUUID() })
  publishTo(nats, sessionsRevoked.subject, { sids: [ada.sid] })
  await vi.waitFor(() => expect(sameSession.map(({ code }) => code())).toEqual([1000, 1000]), soon)
  expect(otherLogin.code()).toBeNull()
})
test('SEC-13 a socket that has not said AUTH yet ends with its session too', async () => {
  const ada = newPerson()
  const silent = await openSocket(ada)
  publishTo(nats, sessionsRevoked.subject, { sids: null })
  await vi.waitFor(() => expect(silent.code()).toBe(1000), soon)
})

test('a socket without Origin passes, unless the configuration says otherwise', async () => {
  const ada = newPerson()
  const strict = await startChat({ WS_REQUIRE_ORIGIN: 'true' })
  const socket = await openSocket(ada, chat.url, {})
  expect(socket.code()).toBeNull()
  await expect(openSocket(ada, strict.url, {})).rejects.toThrow('403')
  expect((await openSocket(ada, strict.url)).code()).toBeNull()
  await strict.stop()
})

test('a process that stops sends its sockets elsewhere, confirmed or not, and ends', async () => {
  const third = await startChat()
  const sockets = [await connect(newPerson(), third.url), await openSocket(newPerson(), third.url)]
  await third.stop()
  await vi.waitFor(() => expect(sockets.map(({ code }) => code())).toEqual([1012, 1012]), soon)
  await expect(fetch(third.url)).rejects.toThrow()
})

test('nothing is pushed to a socket before AUTH', async () => {
  const [ada, ben] = newMatch()
  const [silent, benTab] = [await openSocket(ben), await connect(ben)]
  await say(ada, ben, 'hi')
  await vi.waitFor(() => expect(benTab.of('NEW_MESSAGE')).toHaveLength(1), soon)
  expect(silent.frames).toEqual([])
})
