import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import { startStopwatch } from '@zing/testing/stopwatch'
import { expect, onTestFinished, test } from 'vitest'
import { FailoverAgent } from '../src/proxy/failover-agent.ts'

const HOST = '127.0.0.1'

function get(port: number): Promise<number> {
  const pool = createUpstreamPool([`http://${HOST}:${port}`], async () => true)
  const agent = new FailoverAgent(pool, { keepAlive: true })
  onTestFinished(() => {
    pool.stop()
    agent.destroy()
  })
  return new Promise((resolve, reject) => {
    const inNodesTypes = agent as http.Agent // its createConnection takes what Node passes, not what the types say
    http.get({ host: HOST, port, agent: inNodesTypes }, (res) => resolve(res.statusCode ?? 0)).once('error', reject)
  })
}

test('a connection is not given up because this process was busy while it was made', async () => {
  const server = http.createServer((_req, res) => void res.end()).listen(0, HOST)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const response = get((server.address() as AddressInfo).port)
  const busyUntil = performance.now() + 1_000
  while (performance.now() < busyUntil);
  expect(await response).toBe(200)
})

test('a connection that a service does not accept is given up', async () => {
  // a process that is paused with a full backlog
  const script = `require('net').createServer().listen({ port: 0, host: '${HOST}', backlog: 1 }, function () { console.log(this.address().port) })`
  const service = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void service.kill('SIGKILL'))
  const [line] = await once(service.stdout, 'data')
  service.kill('SIGSTOP')
  const stopwatch = startStopwatch()
  const attempts = Array.from({ length: 5 }, () => get(Number(line)))
  await expect(Promise.race(attempts.map((attempt) => attempt.catch((error: Error) => error.message)))).resolves.toBe(
    'connect timed out',
  )
  expect(stopwatch.elapsedMs()).toBeLessThan(4_000)
  for (const attempt of attempts) attempt.catch(() => {})
})
