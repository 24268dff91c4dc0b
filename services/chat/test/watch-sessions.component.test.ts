import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_CACHE_MAX_MS } from '@zing/proto/limits'
import { getLiveSessions } from '@zing/proto/nats/rpc'
import { startBroker } from '@zing/testing/servers'
import { afterAll, expect, test } from 'vitest'
import type { Session } from '../src/ws/session.ts'
import { closeUnverified, recheck } from '../src/ws/watch-sessions.ts'

const broker = await startBroker()
const log = createLog('chat-test', 'silent')
const nats = connectNats(broker.url, 'chat-test', log)
const auth = connectNats(broker.url, 'auth-test', log)
afterAll(() => Promise.all([nats.drain(), auth.drain()]))
const asked: string[] = []
await nats.connection
const connected = await auth.connection

/** A socket of which only the end is of interest. */
function socketOf(userId: number, sid: string, verifiedAt = Date.now()) {
  const codes: number[] = []
  const session: Session = {
    userId,
    sid,
    verifiedAt,
    isConfirmed: true,
    isEnded: () => codes.length > 0,
    send() {},
    sendText() {},
    close: (code) => void codes.push(code),
    missedPongs: 0,
    ping() {},
    terminate() {},
  }
  return { session, codes }
}

test('while auth cannot be asked the last verdict serves for a minute', async () => {
  const fresh = socketOf(1, 'a', Date.now() - SESSION_CACHE_MAX_MS + 5_000)
  const stale = socketOf(2, 'b', Date.now() - SESSION_CACHE_MAX_MS - 1)
  const sessions = [fresh, stale].map(({ session }) => session)
  await recheck(nats, sessions)
  closeUnverified(sessions)
  expect([fresh.codes, stale.codes]).toEqual([[], [1012]])
})

test('SEC-13 each session is asked about once, and those that have ended lose all their sockets', async () => {
  serveRpc(auth, 'auth', [
    rpcHandler(getLiveSessions, async ({ sessions }) => {
      asked.push(...sessions.map(({ sid }) => sid))
      const live = sessions.filter(({ sid, userId }) => sid === 'live' && userId === 1)
      return { sids: live.map(({ sid }) => sid) }
    }),
  ])
  await connected.flush()
  const old = Date.now() - SESSION_CACHE_MAX_MS - 1
  const live = [socketOf(1, 'live', old), socketOf(1, 'live', old)]
  const ended = [socketOf(1, 'ended'), socketOf(1, 'ended')]
  const sessions = [...live, ...ended].map(({ session }) => session)
  await recheck(nats, sessions)
  closeUnverified(sessions)
  expect(asked.toSorted()).toEqual(['ended', 'live'])
  expect(live.map(({ codes }) => codes)).toEqual([[], []])
  expect(ended.map(({ codes }) => codes)).toEqual([[1000], [1000]])
})
