import { startNatsCluster } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectNats } from '../../src/nats/connection.ts'
import { createLog } from '../../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
const PING_MS = 500

test('when the server of a cluster dies at which a process sits, the process goes to another one', async () => {
  const { urls, servers } = await startNatsCluster()
  const nats = connectNats(urls, 'kit-test', log, PING_MS)
  onTestFinished(() => nats.drain())
  const connection = await nats.connection
  const sits = () => servers.find(({ url }) => url.endsWith(connection.getServer()))
  const first = sits()
  first?.signal('SIGKILL')
  await vi.waitFor(() => {
    expect(nats.up()).not.toBeNull()
    expect(sits()).not.toBe(first)
  }, WAIT)
  expect(await connection.rtt()).toBeLessThan(WAIT.timeout)
})

test('when the first server of the list was never there, a process connects to the others', async () => {
  const { servers } = await startNatsCluster()
  const nats = connectNats(`nats://127.0.0.1:1,${servers[0]?.url}`, 'kit-test', log, PING_MS)
  onTestFinished(() => nats.drain())
  await vi.waitFor(() => expect(nats.up()).not.toBeNull(), WAIT)
})
