import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo, type LookupFunction } from 'node:net'
import { createUpstreamPool } from '@zing/kit/http/upstream-pool'
import { sendSignal } from '@zing/testing/send-signal'
import { startStopwatch } from '@zing/testing/stopwatch'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FailoverAgent } from '../src/proxy/failover-agent.ts'

const HOST = '127.0.0.1'
const OTHER_HOST = '127.0.0.2'
const THIRD_HOST = '127.0.0.3'
const NAME = 'a-name-with-three-addresses'

function get(port: number, options: http.RequestOptions = { host: HOST }): Promise<number> {
  const pool = createUpstreamPool([`http://${options.host}:${port}`], { probe: async () => true })
  const agent = new FailoverAgent(pool, { keepAlive: true })
  onTestFinished(() => {
    pool.stop()
    agent.destroy()
  })
  return new Promise((resolve, reject) => {
    const inNodesTypes = agent as http.Agent // Node passes what its createConnection takes, which its types do not say
    http.get({ ...options, port, agent: inNodesTypes }, (res) => resolve(res.statusCode ?? 0)).once('error', reject)
  })
}

test('when this process was busy meanwhile, it does not give a connection up', async () => {
  const server = http.createServer((_req, res) => void res.end()).listen(0, HOST)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const response = get((server.address() as AddressInfo).port)
  const busyUntil = performance.now() + 1_000
  while (performance.now() < busyUntil);
  expect(await response).toBe(200)
})

/** Starts a paused process that accepts nothing once its backlog is full. Returns its port. */
async function startPausedService(host = HOST, port = 0): Promise<number> {
  const script = `require('net').createServer().listen({ port: ${port}, host: '${host}', backlog: 1 }, function () { console.log(this.address().port) })`
  const service = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void service.kill('SIGKILL'))
  const [line] = await once(service.stdout, 'data')
  sendSignal(Number(service.pid), 'SIGSTOP')
  return Number(line)
}

async function fillBacklog(host: string, port: number): Promise<void> {
  const waiting = Array.from({ length: 5 }, () => net.connect(port, host).on('error', () => {}))
  onTestFinished(() => waiting.forEach((socket) => void socket.destroy()))
  const isFull = () => waiting.some(({ connecting }) => !connecting) && waiting.some(({ connecting }) => connecting)
  await vi.waitFor(() => expect(isFull()).toBe(true))
}

test('when a service does not accept a connection, the agent gives it up', async () => {
  const port = await startPausedService()
  const stopwatch = startStopwatch()
  const attempts = Array.from({ length: 5 }, () => get(port))
  await expect(Promise.race(attempts.map((attempt) => attempt.catch((error: Error) => error.message)))).resolves.toBe(
    'connect timed out',
  )
  expect(stopwatch.elapsedMs()).toBeLessThan(4_000)
  for (const attempt of attempts) attempt.catch(() => {})
})

test('when two addresses of a name do not accept, the third one is reached in time', async () => {
  const port = await startPausedService()
  await startPausedService(OTHER_HOST, port)
  for (const host of [HOST, OTHER_HOST]) await fillBacklog(host, port)
  const server = http.createServer((_req, res) => void res.end()).listen(port, THIRD_HOST)
  await once(server, 'listening')
  onTestFinished(() => void server.close())

  const addresses = [HOST, OTHER_HOST, THIRD_HOST].map((address) => ({ address, family: 4 }))
  const lookup: LookupFunction = (_name, _options, done) => done(null, addresses)
  expect(await get(port, { host: NAME, lookup })).toBe(200)
})
