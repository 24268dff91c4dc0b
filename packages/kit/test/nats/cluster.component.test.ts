import { startNatsCluster } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectNats } from '../../src/nats/connection.ts'
import { createLog } from '../../src/observability/logger.ts'

const log = createLog('kit-test', 'silent')
const PING_MS = 500

test('when the server of a cluster dies at which a process sits, the process goes to another one', async () => {
  const { urls, servers } = await startNatsCluster()
  const nats = connectNats(urls, 'kit-test', log, { pingMs: PING_MS })
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
  const nats = connectNats(`nats://127.0.0.1:1,${servers[0]?.url}`, 'kit-test', log, { pingMs: PING_MS })
  onTestFinished(() => nats.drain())
  await vi.waitFor(() => expect(nats.up()).not.toBeNull(), WAIT)
})

test('a process sits at the server of its own host, and at another one while that is away', async () => {
  const { servers } = await startNatsCluster()
  const [own, ...others] = servers.map(({ url }) => url)
  const urls = [...others.map((url) => url.replace('127.0.0.1', 'localhost')), own].join()
  const connections = Array.from({ length: 5 }, () =>
    connectNats(urls, 'kit-test', log, { pingMs: PING_MS, host: '127.0.0.1' }),
  )
  onTestFinished(async () => void (await Promise.all(connections.map((nats) => nats.drain()))))
  const seats = async () => (await Promise.all(connections.map((nats) => nats.connection))).map((nc) => nc.getServer())
  expect(new Set(await seats())).toEqual(new Set([new URL(String(own)).host]))

  servers[0]?.signal('SIGKILL')
  await vi.waitFor(async () => expect((await seats()).join()).not.toContain('127.0.0.1'), WAIT)
})
