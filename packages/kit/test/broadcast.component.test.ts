import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { connectForTest } from '@zing/testing/events'
import { startBroker } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { broadcast, subscribe } from '../src/nats/broadcast.ts'
import { connectNats } from '../src/nats/connection.ts'
import { createLog } from '../src/observability/logger.ts'

const broker = await startBroker()
const log = createLog('controls-test', 'silent')
const nats = connectNats(broker.url, 'controls-test', log)
const other = connectNats(broker.url, 'controls-test', log)
await Promise.all([nats.connection, other.connection])
afterAll(() => Promise.all([nats.drain(), other.drain()]))

test('what is no JSON, or not the control message, is dropped, and the next one is heard', async () => {
  const heard: unknown[] = []
  subscribe(nats, sessionsRevoked, (payload) => heard.push(payload))
  await (await nats.connection).flush()
  const stranger = await connectForTest(broker.url)
  stranger.publish(sessionsRevoked.subject, Buffer.from('no JSON'))
  stranger.publish(sessionsRevoked.subject, Buffer.from('{"sids":7}'))
  await stranger.flush()
  broadcast(other, sessionsRevoked, { sids: ['abc'] })
  await vi.waitFor(() => expect(heard).toEqual([{ sids: ['abc'] }]), WAIT)
})
