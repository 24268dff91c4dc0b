import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { ClientSocket } from '../src/ws/client-socket.ts'
import { createSessionCheck } from '../src/ws/session-check.ts'
import { closeUnverified, recheck } from '../src/ws/watch-sessions.ts'

const natsServer = await startNats()
const log = createLog('chat-test', 'silent')
const nats = connectNats(natsServer.url, 'chat-test', log)
const auth = connectNats(natsServer.url, 'auth-test', log)
afterAll(() => Promise.all([nats.drain(), auth.drain()]))
const checkedSids: string[] = []
let requests = 0
await nats.connection

/** Creates a socket that records its close codes. */
function createTestSocket(userId: number, sid: string, verifiedAt = performance.now()) {
  const codes: number[] = []
  const socket: ClientSocket = {
    userId,
    sid,
    verifiedAt,
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
  return { socket, codes }
}

/** Creates the check of a session for the running test. */
function createEnsureActive() {
  const { ensureActive, stop } = createSessionCheck(nats)
  onTestFinished(stop)
  return ensureActive
}

test('while auth is unavailable the last result serves for a minute', async () => {
  const fresh = createTestSocket(1, 'a', performance.now() - SESSION_CACHE_MAX_MS + 5_000)
  const stale = createTestSocket(2, 'b', performance.now() - SESSION_CACHE_MAX_MS - 1)
  const sockets = [fresh, stale].map(({ socket }) => socket)
  await recheck(nats, sockets)
  closeUnverified(sockets)
  expect([fresh.codes, stale.codes]).toEqual([[], [1012]])
})

test('SEC-12 while auth is unavailable a message is sent with a confirmation of up to a minute ago, then it is a 503', async () => {
  const ensureActive = createEnsureActive()
  const stale = createTestSocket(1, 'a', performance.now() - SESSION_CACHE_FRESH_MS - 1)
  await ensureActive(stale.socket)
  const startedAt = performance.now()
  await ensureActive(stale.socket)
  expect(performance.now() - startedAt).toBeLessThan(100) // the failure is remembered
  const old = createTestSocket(2, 'b', performance.now() - SESSION_CACHE_MAX_MS - 1)
  await expect(ensureActive(old.socket)).rejects.toMatchObject({ status: 503 })
})

test('SEC-13 each session is checked once, and all sockets of an ended one are closed', async () => {
  serveRpc(auth, 'auth', [
    rpcHandler(getActiveSessions, async ({ sessions }) => {
      requests += 1
      checkedSids.push(...sessions.map(({ sid }) => sid))
      const live = sessions.filter(({ sid, userId }) => sid === 'live' && userId === 1)
      return { sids: live.map(({ sid }) => sid) }
    }),
  ])
  await (await auth.connection).flush() // after serveRpc has subscribed, which it does in a callback of the same promise
  const old = performance.now() - SESSION_CACHE_MAX_MS - 1
  const live = [createTestSocket(1, 'live', old), createTestSocket(1, 'live', old)]
  const ended = [createTestSocket(1, 'ended'), createTestSocket(1, 'ended')]
  const sockets = [...live, ...ended].map(({ socket }) => socket)
  await recheck(nats, sockets)
  closeUnverified(sockets)
  expect(checkedSids.toSorted()).toEqual(['ended', 'live'])
  expect(live.map(({ codes }) => codes)).toEqual([[], []])
  expect(ended.map(({ codes }) => codes)).toEqual([[1000], [1000]])
})

test('SEC-13 a socket that names another user than its session is closed, the user’s own sockets stay', async () => {
  const own = createTestSocket(1, 'live')
  const foreign = createTestSocket(2, 'live')
  await recheck(nats, [own.socket, foreign.socket])
  expect([own.codes, foreign.codes]).toEqual([[], [1000]])
})

test('SEC-12 before a message auth confirms a session that it has not confirmed for 5 s, and one that ended is closed', async () => {
  const ensureActive = createEnsureActive()
  const [live, ended] = ['live', 'ended'].map((sid) =>
    createTestSocket(1, sid, performance.now() - SESSION_CACHE_FRESH_MS - 1),
  ) as [ReturnType<typeof createTestSocket>, ReturnType<typeof createTestSocket>]
  const before = checkedSids.length
  await Promise.all([ensureActive(live.socket), ensureActive(live.socket)])
  expect(checkedSids.slice(before)).toEqual(['live'])
  expect(performance.now() - live.socket.verifiedAt).toBeLessThan(SESSION_CACHE_FRESH_MS)
  await ensureActive(live.socket)
  expect(checkedSids.slice(before)).toEqual(['live'])

  await expect(ensureActive(ended.socket)).rejects.toMatchObject({ status: 401 })
  expect(ended.codes).toEqual([1000])
})

test('SEC-12 a session in use is confirmed again before its confirmation is too old, without a wait', async () => {
  const ensureActive = createEnsureActive()
  const { socket } = createTestSocket(1, 'live', performance.now() - SESSION_CACHE_FRESH_MS / 2 - 1)
  const before = socket.verifiedAt
  await ensureActive(socket)
  expect(socket.verifiedAt).toBe(before)
  await vi.waitFor(() => expect(socket.verifiedAt).toBeGreaterThan(before), WAIT)
})

test('sessions in use are confirmed together', async () => {
  const ensureActive = createEnsureActive()
  const users = Array.from({ length: 30 }, (_, i) =>
    createTestSocket(100 + i, `together ${i}`, performance.now() - 3_000),
  )
  const before = [checkedSids.length, requests]
  for (const { socket } of users) await ensureActive(socket)
  await vi.waitFor(() => expect(checkedSids.length).toBe((before[0] ?? 0) + 30), WAIT)
  expect(requests).toBe((before[1] ?? 0) + 1)
})
