import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Session } from '../src/ws/session.ts'
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

/** Creates a session that records its close codes. */
function createTestSession(userId: number, sid: string, verifiedAt = Date.now()) {
  const codes: number[] = []
  const session: Session = {
    userId,
    sid,
    verifiedAt,
    showsOnline: false,
    respondedAt: 0,
    isConnected: true,
    isEnded: () => codes.length > 0,
    isOpen: () => codes.length === 0,
    onClose() {},
    send() {},
    sendText() {},
    close: (code) => void codes.push(code),
    missedPongs: 0,
    ping() {},
    terminate() {},
  }
  return { session, codes }
}

/** Creates the check of a session for the running test. */
function createEnsureActive() {
  const { ensureActive, stop } = createSessionCheck(nats)
  onTestFinished(stop)
  return ensureActive
}

test('while auth is unavailable the last result serves for a minute', async () => {
  const fresh = createTestSession(1, 'a', Date.now() - SESSION_CACHE_MAX_MS + 5_000)
  const stale = createTestSession(2, 'b', Date.now() - SESSION_CACHE_MAX_MS - 1)
  const sessions = [fresh, stale].map(({ session }) => session)
  await recheck(nats, sessions)
  closeUnverified(sessions)
  expect([fresh.codes, stale.codes]).toEqual([[], [1012]])
})

test('SEC-12 while auth is unavailable a message is sent with a confirmation of up to a minute ago, then it is a 503', async () => {
  const ensureActive = createEnsureActive()
  const stale = createTestSession(1, 'a', Date.now() - SESSION_CACHE_FRESH_MS - 1)
  await ensureActive(stale.session)
  const startedAt = performance.now()
  await ensureActive(stale.session)
  expect(performance.now() - startedAt).toBeLessThan(100) // the failure is remembered
  const old = createTestSession(2, 'b', Date.now() - SESSION_CACHE_MAX_MS - 1)
  await expect(ensureActive(old.session)).rejects.toMatchObject({ status: 503 })
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
  const old = Date.now() - SESSION_CACHE_MAX_MS - 1
  const live = [createTestSession(1, 'live', old), createTestSession(1, 'live', old)]
  const ended = [createTestSession(1, 'ended'), createTestSession(1, 'ended')]
  const sessions = [...live, ...ended].map(({ session }) => session)
  await recheck(nats, sessions)
  closeUnverified(sessions)
  expect(checkedSids.toSorted()).toEqual(['ended', 'live'])
  expect(live.map(({ codes }) => codes)).toEqual([[], []])
  expect(ended.map(({ codes }) => codes)).toEqual([[1000], [1000]])
})

test('SEC-13 a socket that names another user than its session is closed, the user’s own sockets stay', async () => {
  const own = createTestSession(1, 'live')
  const foreign = createTestSession(2, 'live')
  await recheck(nats, [own.session, foreign.session])
  expect([own.codes, foreign.codes]).toEqual([[], [1000]])
})

test('SEC-12 before a message auth confirms a session that it has not confirmed for 5 s, and one that ended is closed', async () => {
  const ensureActive = createEnsureActive()
  const [live, ended] = ['live', 'ended'].map((sid) =>
    createTestSession(1, sid, Date.now() - SESSION_CACHE_FRESH_MS - 1),
  ) as [ReturnType<typeof createTestSession>, ReturnType<typeof createTestSession>]
  const before = checkedSids.length
  await Promise.all([ensureActive(live.session), ensureActive(live.session)])
  expect(checkedSids.slice(before)).toEqual(['live'])
  expect(Date.now() - live.session.verifiedAt).toBeLessThan(SESSION_CACHE_FRESH_MS)
  await ensureActive(live.session)
  expect(checkedSids.slice(before)).toEqual(['live'])

  await expect(ensureActive(ended.session)).rejects.toMatchObject({ status: 401 })
  expect(ended.codes).toEqual([1000])
})

test('SEC-12 a session in use is confirmed again before its confirmation is too old, without a wait', async () => {
  const ensureActive = createEnsureActive()
  const { session } = createTestSession(1, 'live', Date.now() - SESSION_CACHE_FRESH_MS / 2 - 1)
  const before = session.verifiedAt
  await ensureActive(session)
  expect(session.verifiedAt).toBe(before)
  await vi.waitFor(() => expect(session.verifiedAt).toBeGreaterThan(before), WAIT)
})

test('sessions in use are confirmed together', async () => {
  const ensureActive = createEnsureActive()
  const users = Array.from({ length: 30 }, (_, i) => createTestSession(100 + i, `together ${i}`, Date.now() - 3_000))
  const before = [checkedSids.length, requests]
  for (const { session } of users) await ensureActive(session)
  await vi.waitFor(() => expect(checkedSids.length).toBe((before[0] ?? 0) + 30), WAIT)
  expect(requests).toBe((before[1] ?? 0) + 1)
})
