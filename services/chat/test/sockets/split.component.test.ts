import { freePort } from '@zing/dev-env/processes/free-port'
import { connectNats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { startRelay } from '@zing/testing/relay'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { setupChat } from '../setup-chat.ts'

const routes = [await freePort(), await freePort()].map((port) => `nats://127.0.0.1:${port}`)
const relays = await Promise.all(routes.map(startRelay))
const [left, right] = await Promise.all(
  routes.map((route, index) =>
    startNats(`-n test-${index} --cluster_name test --cluster ${route} --routes ${relays[1 - index]?.url}`),
  ),
)
const waiting = connectNats(String(left?.url), 'chat-test', createLog('chat-test', 'silent'))
const connection = await waiting.connection
await vi.waitFor(async () => (await connection.jetstreamManager()).getAccountInfo(), WAIT) // the cluster has elected a leader
await waiting.drain()
const times = { beatMs: 300, peerLeaseMs: 800, restoreEveryMs: 500 }
const { newMatch, showing, sendMessage, startChat, connect } = await setupChat({ NATS_URL: String(left?.url) }, times)
const other = await startChat({ NATS_URL: String(right?.url) })
afterAll(() => other.stop())

test('when NATS is split, clients of both halves are told, and of its end too (10.hosts.split)', async () => {
  const [ada, ben] = newMatch()
  for (const { userId } of [ada, ben]) showing.add(userId)
  await sendMessage(ada, ben, 'hi')
  const tabs = [await connect(ada), await connect(ben, other.url)]
  const untilAll = (type: 'PRESENCE' | 'PUSH_DEGRADED' | 'PUSH_RESTORED', count = 1) =>
    vi.waitFor(() => expect(Math.min(...tabs.map((tab) => tab.of(type).length))).toBeGreaterThanOrEqual(count), WAIT)
  await untilAll('PRESENCE') // the processes know each other

  for (const relay of relays) relay.cut()
  await untilAll('PUSH_DEGRADED')
  const late = await connect(ada, other.url)
  await vi.waitFor(() => expect(late.of('PUSH_DEGRADED')).toHaveLength(1), WAIT)

  const before = Math.max(...tabs.map((tab) => tab.of('PUSH_RESTORED').length))
  for (const relay of relays) relay.heal()
  await untilAll('PUSH_RESTORED', before + 1)
})
