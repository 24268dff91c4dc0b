import { broadcast, listenTo } from '@zing/kit/controls'
import { createLog } from '@zing/kit/log'
import { connectNats } from '@zing/kit/nats'
import { connectForTest } from '@zing/kit/testing/facts'
import { startBroker } from '@zing/kit/testing/servers'
import { sessionsRevoked } from '@zing/proto/nats/controls'
import { afterAll, expect, test, vi } from 'vitest'

const broker = await startBroker()
const log = createLog('controls-test', 'silent')
const nats = connectNats(broker.url, 'controls-test', log)
const other = connectNats(broker.url, 'controls-test', log)
await Promise.all([nats.connection, other.connection])
afterAll(() => Promise.all([nats.drain(), other.drain()]))

test('what is no JSON, or not the control message, is dropped, and the next one is heard', async () => {
  const heard: unknown[] = []
  listenTo(nats, sessionsRevoked, (payload) => heard.push(payload))
  await (await nats.connection).flush()
  const stranger = await connectForTest(broker.url)
  stranger.publish(sessionsRevoked.subject, Buffer.from('no JSON'))
  stranger.publish(sessionsRevoked.subject, Buffer.from('{"sids":7}'))
  await stranger.flush()
  broadcast(other, sessionsRevoked, { sids: ['abc'] })
  await vi.waitFor(() => expect(heard).toEqual([{ sids: ['abc'] }]), { timeout: 5_000, interval: 20 })
})
