import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { startNats } from '@zing/testing/servers'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSessionCheck, ensureActive as ensureSessionActive } from '../../src/ws/sessions/session-check.ts'
import { closeUnverified, recheck } from '../../src/ws/sessions/watch-sessions.ts'
import type { ClientSocket } from '../../src/ws/sockets/client-socket.ts'

const natsServer = await startNats()
const log = createLog('chat-test', 'silent')
const nats = connectNats(natsServer.url, 'chat-test', log)
const auth = connectNats(natsServer.url, 'auth-test', log)
afterAll(() => Promise.all([nats.drain(), auth.drain()]))
const checkedSids: string[] = []
let requests = 0
await nats.connection

/** Creates a process's checker, and sockets whose session auth has confirmed `ageMs` ago. */
function setUp() {
  const clock = { now: performance.now() }
  const open: ClientSocket[] = []
  const sessions = createSessionCheck(
    nats,
    { of: (userId) => open.filter((socket) => socket.userId === userId) },
    () => clock.now,
  )
  onTestFinished(() => sessions.stop())

  function addSocket(userId: number, sid: string, ageMs = 0) {
    const codes: number[] = []
    const socket: ClientSocket = {
      userId,
      sid,
      showsOnline: false,
      respondedAt: 0,
      isConnected: true,
      isEnded: () => codes.length > 0,
      isOpen: () => codes.length === 0,
      onClose() {},
      takeCredit: () => false,
      send() {},
      sendText() {},
      close: (code) => void codes.push(code),
      async drain() {},
      missedPongs: 0,
      ping() {},
      terminate() {},
    }
    open.push(socket)
    clock.now -= ageMs
    sessions.add(socket)
    clock.now += ageMs
    return { socket, codes }
  }
  return {
    clock,
    sessions,
    addSocket,
    ensureActive: (socket: ClientSocket) => ensureSessionActive(log, sessions, socket),
  }
}

test('while auth is unavailable the last result serves for a minute', async () => {
  const { sessions, addSocket } = setUp()
  const fresh = addSocket(1, 'a', SESSION_CACHE_MAX_MS - 5_000)
  const stale = addSocket(2, 'b', SESSION_CACHE_MAX_MS + 1)
  const sockets = [fresh, stale].map(({ socket }) => socket)
  await recheck(nats, sessions, sockets)
  closeUnverified(sessions, sockets)
  expect([fresh.codes, stale.codes]).toEqual([[], [1012]])
})

test('SEC-12 while auth is unavailable a confirmation lets messages pass for a minute, then 503', async () => {
  const { addSocket, ensureActive } = setUp()
  const stale = addSocket(1, 'a', SESSION_CACHE_FRESH_MS + 1)
  await ensureActive(stale.socket)
  const stopwatch = startStopwatch()
  await ensureActive(stale.socket)
  expect(stopwatch.elapsedMs()).toBeLessThan(100) // the failure is remembered
  const old = addSocket(2, 'b', SESSION_CACHE_MAX_MS + 1)
  await expect(ensureActive(old.socket)).rejects.toMatchObject({ status: 503 })
  expect([stale.codes, old.codes]).toEqual([[], []])
})

test('SEC-13 each session is checked once, and all sockets of an ended session are closed', async () => {
  serveRpc(auth, 'auth', [
    rpcHandler(getActiveSessions, async ({ sessions }) => {
      requests += 1
      checkedSids.push(...sessions.map(({ sid }) => sid))
      const live = sessions.filter(({ sid, userId }) => sid === 'live' && userId === 1)
      return { sids: live.map(({ sid }) => sid), roles: [] }
    }),
  ])
  await (await auth.connection).flush() // serveRpc subscribes in a callback of the same promise, so this is after it
  const { sessions, addSocket } = setUp()
  const old = SESSION_CACHE_MAX_MS + 1
  const live = [addSocket(1, 'live', old), addSocket(1, 'live', old)]
  const ended = [addSocket(1, 'ended'), addSocket(1, 'ended')]
  const sockets = [...live, ...ended].map(({ socket }) => socket)
  await recheck(nats, sessions, sockets)
  closeUnverified(sessions, sockets)
  expect(checkedSids.toSorted()).toEqual(['ended', 'live'])
  expect(live.map(({ codes }) => codes)).toEqual([[], []])
  expect(ended.map(({ codes }) => codes[0])).toEqual([1000, 1000])
})

test('SEC-13 a socket that names another session’s user is closed, the user’s own sockets stay', async () => {
  const { sessions, addSocket } = setUp()
  const own = addSocket(1, 'live')
  const foreign = addSocket(2, 'live')
  await recheck(nats, sessions, [own.socket, foreign.socket])
  expect([own.codes, foreign.codes]).toEqual([[], [1000]])
})

test('SEC-12 before a message auth confirms a session again after 5 s, and an ended one closes', async () => {
  const { addSocket, ensureActive } = setUp()
  const [live, tab, ended] = [
    addSocket(1, 'live', SESSION_CACHE_FRESH_MS + 1),
    addSocket(1, 'ended', SESSION_CACHE_FRESH_MS + 1),
    addSocket(1, 'ended', SESSION_CACHE_FRESH_MS + 1),
  ]
  const before = checkedSids.length
  await Promise.all([ensureActive(live.socket), ensureActive(live.socket)])
  expect(checkedSids.slice(before)).toEqual(['live'])
  await ensureActive(live.socket)
  expect(checkedSids.slice(before)).toEqual(['live'])

  await expect(ensureActive(ended.socket)).rejects.toMatchObject({ status: 401 })
  expect([ended.codes[0], tab.codes[0]]).toEqual([1000, 1000])
})

test('SEC-12 a session in use is confirmed before its confirmation is too old, and nobody waits', async () => {
  const { addSocket, ensureActive } = setUp()
  const { socket } = addSocket(1, 'live', SESSION_CACHE_FRESH_MS / 2 + 1)
  const before = checkedSids.length
  await ensureActive(socket)
  expect(checkedSids.length).toBe(before)
  await vi.waitFor(() => expect(checkedSids.slice(before)).toEqual(['live']), WAIT)
})

test('sessions in use are confirmed together', async () => {
  const { addSocket, ensureActive } = setUp()
  const users = Array.from({ length: 30 }, (_, i) => addSocket(100 + i, `together ${i}`, 3_000))
  const before = [checkedSids.length, requests]
  for (const { socket } of users) await ensureActive(socket)
  await vi.waitFor(() => expect(checkedSids.length).toBe((before[0] ?? 0) + 30), WAIT)
  expect(requests).toBe((before[1] ?? 0) + 1)
})

test('SEC-12 when a broadcast has ended a session, it sends nothing more', async () => {
  const { sessions, addSocket, ensureActive } = setUp()
  const { socket } = addSocket(1, 'live')
  await ensureActive(socket)
  sessions.revoke(['live'])
  await expect(ensureActive(socket)).rejects.toMatchObject({ status: 401 })
})
