import { setImmediate } from 'node:timers/promises'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { connectForTest } from '@zing/testing/events'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { broadcast, subscribe } from '../../src/nats/broadcast.ts'
import { connectNats } from '../../src/nats/connection.ts'
import { createLog } from '../../src/observability/logger.ts'

const server = await startNats()
const log = createLog('kit-test', 'silent')
const nats = connectNats(server.url, 'kit-test', log)
const other = connectNats(server.url, 'kit-test', log)
await Promise.all([nats.connection, other.connection])
afterAll(() => Promise.all([nats.drain(), other.drain()]))

test('a malformed broadcast is dropped, and the next one is received', async () => {
  const received: unknown[] = []
  subscribe(nats, sessionsRevoked, (payload) => received.push(payload))
  await (await nats.connection).flush()
  const nc = await connectForTest(server.url)
  nc.publish(sessionsRevoked.subject, Buffer.from('no JSON'))
  nc.publish(sessionsRevoked.subject, Buffer.from('{"sids":7}'))
  await nc.flush()
  broadcast(other, sessionsRevoked, { sids: ['abc'] })
  await vi.waitFor(() => expect(received).toEqual([{ sids: ['abc'] }]), WAIT)
})

test('when the process stops, a broadcast is lost without an error', async () => {
  const leaving = connectNats(server.url, 'kit-test', log)
  await leaving.connection
  let isDrained = false
  const drained = leaving.drain().then(() => {
    isDrained = true
  })
  while (!isDrained) {
    broadcast(leaving, sessionsRevoked, { sids: ['abc'] })
    await setImmediate()
  }
  await drained
})
