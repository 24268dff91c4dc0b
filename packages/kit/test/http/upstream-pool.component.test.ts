import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import { READY_PATH } from '@zing/proto/paths'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createUpstreamPool } from '../../src/http/upstream-pool.ts'

test('probes carry a deadline, from which a service learns the sender’s clock before any request', async () => {
  const requests: IncomingMessage[] = []
  const server = createServer((req, res) => {
    requests.push(req)
    res.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const pool = createUpstreamPool([address])
  onTestFinished(() => {
    pool.stop()
    server.closeAllConnections()
    server.close()
  })

  await vi.waitFor(() => expect(pool.isReady(address)).toBe(true), WAIT)
  expect(requests[0]?.url).toBe(READY_PATH)
  expect(requests[0]?.headers[DEADLINE_HEADER]).toMatch(/^[0-9a-f]{12};\d+;\d+$/)
})
