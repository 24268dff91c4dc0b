import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { observeRefusals } from '../src/observe-refusals.ts'

test('the observer measures refused calls only', async () => {
  let calls = 0
  const server = http.createServer((req, res) => {
    calls += 1
    res.writeHead(req.headers.cookie === 'session=1' && calls % 2 === 0 ? 503 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const processes = createProcesses({ reaper: createReaper() })
  onTestFinished(async () => {
    await processes.stopAll()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  const observer = observeRefusals({
    processes,
    url: `http://127.0.0.1:${port}`,
    cookie: 'session=1',
    processors: undefined,
  })
  await vi.waitFor(() => expect(calls).toBeGreaterThanOrEqual(9), WAIT)
  const { count, p50 } = await observer.stop()
  expect(count).toBeGreaterThanOrEqual(4)
  expect(count).toBeLessThanOrEqual(calls / 2)
  expect(p50).toBeGreaterThan(0)
})
