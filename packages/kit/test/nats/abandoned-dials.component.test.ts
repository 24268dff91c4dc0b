import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectNats } from '../../src/nats/connection.ts'
import { createLog } from '../../src/observability/logger.ts'

test('when a server does not greet in time, the connection to it ends (10.hosts.nats)', async () => {
  const { hostname, port } = new URL((await startNats()).url)
  const accepted: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (accepted.push(socket) > 1) socket.pipe(connect(Number(port), hostname)).pipe(socket)
    else socket.resume() // notices the end
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  const { port: ownPort } = server.address() as AddressInfo
  const nats = connectNats(`nats://127.0.0.1:${ownPort}`, 'kit-test', createLog('kit-test', 'silent'))
  onTestFinished(() => nats.drain())
  await nats.connection
  await vi.waitFor(() => expect(accepted[0]?.destroyed).toBe(true), WAIT)
  expect(accepted).toHaveLength(2)
})
