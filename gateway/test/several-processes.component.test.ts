import { keyOf } from '@zing/kit/env'
import { createApp } from '@zing/kit/http/app'
import { type Listening, listen } from '@zing/kit/http/listen'
import { createLog } from '@zing/kit/observability/logger'
import { errors } from '@zing/proto/errors'
import { getUser } from '@zing/proto/http/auth'
import { markAllRead } from '@zing/proto/http/chat'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { userOf } from './setup/account-routes.ts'
import { secrets } from './setup/session-tokens.ts'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

const log = createLog('gateway-test', 'silent')

interface Process {
  calls: string[]
  sockets: WebSocketServer
  http: Listening
  url: string
  isReady: boolean
}

/** Starts a process of a test service. */
async function startProcess(port = 0): Promise<Process> {
  const sockets = new WebSocketServer({ noServer: true })
  const running = { calls: [] as string[], sockets, isReady: true }
  const app = createApp({ log, secret: keyOf(secrets.INTERNAL_TOKEN_SECRET), isReady: () => running.isReady }, {}, [
    (serve) => {
      serve(getUser, ({ userId }, res) => {
        running.calls.push('getUser')
        if (userId === 13) return new Promise<never>(() => res.socket?.destroy()) // crashes before the response
        return userOf(userId)
      })
      serve(markAllRead, (_input, res) => {
        running.calls.push('markAllRead')
        if (running.calls.includes('crash')) res.socket?.destroy()
      })
    },
  ])
  const http = await listen(app, { PORT: port, HOST: '127.0.0.1' })
  http.server.on('upgrade', (req, socket, head) => {
    sockets.handleUpgrade(req, socket, head, (ws) => ws.on('message', (data) => ws.send(data)))
  })
  return Object.assign(running, { http, url: http.url })
}

const processes = [await startProcess(), await startProcess()] as [Process, Process]
const urls = processes.map(({ url }) => url).join(', ')
const gateway = await setupGateway({ AUTH_URL: urls, CHAT_URL: urls, ADMIN_URL: urls })
afterAll(async () => {
  for (const { sockets, http } of processes) {
    for (const client of sockets.clients) client.terminate()
    http.server.closeAllConnections()
    await http.stop()
  }
})

const cookie = gateway.signedIn(7)
const get = (sessionCookie = cookie) => fetch(`${gateway.url}/api/user`, { headers: { cookie: sessionCookie } })
const post = () => fetch(`${gateway.url}/api/messages/markAllRead`, { method: 'POST', headers: { cookie } })
const counts = (call: string) => processes.map(({ calls }) => calls.filter((received) => received === call).length)
function resetCounts(): void {
  for (const { calls } of processes) calls.length = 0
}

/** Closes the port and every connection without a shutdown, as a crash does. */
async function crash({ http }: Process): Promise<void> {
  http.server.closeAllConnections()
  await http.stop()
}
async function restart(index: 0 | 1): Promise<void> {
  const restarted = await startProcess(Number(new URL(processes[index].url).port))
  Object.assign(processes[index], restarted)
}

test('requests are spread over the processes of a service', async () => {
  await vi.waitFor(async () => expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200), WAIT)
  await vi.waitFor(async () => {
    resetCounts()
    for (let i = 0; i < 10; i++) expect((await get()).status).toBe(200)
    expect(counts('getUser')).toEqual([5, 5])
  }, WAIT)
})

test('while one of two processes is down, all calls succeed, and later it is used again', async () => {
  await crash(processes[0])
  resetCounts()
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await get()).status, (await post()).status)
  expect(statuses).toEqual([200, 204, 200, 204, 200, 204, 200, 204])
  expect(counts('markAllRead')).toEqual([0, 4])
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200)

  await restart(0)
  resetCounts()
  await vi.waitFor(async () => {
    await get()
    expect(counts('getUser')[0]).toBeGreaterThan(0)
  }, WAIT)
})

test('when a process is not ready, it gets no requests until it is ready again', async () => {
  processes[1].isReady = false
  await vi.waitFor(async () => {
    resetCounts()
    for (let i = 0; i < 4; i++) await get()
    expect(counts('getUser')).toEqual([4, 0])
  }, WAIT)
  processes[1].isReady = true
  await vi.waitFor(async () => {
    resetCounts()
    for (let i = 0; i < 4; i++) await get()
    expect(counts('getUser')).toEqual([2, 2])
  }, WAIT)
})

test('a failed read is repeated once at another process, a failed write is not', async () => {
  resetCounts()
  expect((await get(gateway.signedIn(13))).status).toBe(503)
  expect(counts('getUser')).toEqual([1, 1])

  for (const { calls } of processes) calls.push('crash')
  const write = await post()
  expect([write.status, await write.json()]).toEqual([503, errors.unavailable().body])
  expect(counts('markAllRead')[0]).toBe(1 - Number(counts('markAllRead')[1]))
  resetCounts()
})

test('with all processes down the response is a 503 with Retry-After within a second', async () => {
  await Promise.all(processes.map(crash))
  for (const call of [get, post]) {
    const stopwatch = startStopwatch()
    const response = await call()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual(errors.unavailable().body)
    expect(stopwatch.elapsedMs()).toBeLessThan(1_000)
  }
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200) // otherwise one service would take all gateways out of use
  await restart(0)
  await restart(1)
  await vi.waitFor(async () => expect((await get()).status).toBe(200), WAIT)
})

test('calls stay on the host of the gateway while one of its processes is ready', async () => {
  const [own, other] = processes
  const elsewhere = other.url.replace('127.0.0.1', 'localhost')
  const near = await setupGateway({ AUTH_URL: `${elsewhere}, ${own.url}` })
  const call = async () => (await fetch(`${near.url}/api/user`, { headers: { cookie: near.signedIn(7) } })).status
  await vi.waitFor(async () => {
    resetCounts()
    for (let i = 0; i < 4; i++) await call()
    expect(counts('getUser')).toEqual([4, 0])
  }, WAIT)

  await crash(own)
  for (let i = 0; i < 4; i++) expect(await call()).toBe(200)
  expect(counts('getUser')).toEqual([4, 4])
  await restart(0)
})

const isOpen = ({ readyState }: WebSocket) => readyState === WebSocket.OPEN

test('sockets are spread over the processes that are up', async () => {
  const open = async () => {
    const ws = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: ORIGIN } })
    await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject))
    return ws
  }
  const sockets: WebSocket[] = []
  await vi.waitFor(async () => {
    for (const process of processes) for (const client of process.sockets.clients) client.terminate()
    sockets.splice(0, 4, await open(), await open(), await open(), await open())
    const spread = processes.map((process) => [...process.sockets.clients].filter(isOpen).length)
    expect(spread, 'once the gateway knows that both are up').toEqual([2, 2])
  }, WAIT)

  for (const client of processes[1].sockets.clients) client.terminate()
  await crash(processes[1])
  sockets.push(await open(), await open())
  expect([...processes[0].sockets.clients].filter(isOpen)).toHaveLength(4)
  for (const ws of sockets) ws.terminate()
})

test('a gateway that shuts down is not ready, and serves requests while it closes connections', async () => {
  const stopping = await setupGateway({ AUTH_URL: urls, CHAT_URL: urls, ADMIN_URL: urls, STOP_DELAY_MS: '1500' })
  const call = () => fetch(`${stopping.url}/api/user`, { headers: { cookie: stopping.signedIn(7) } })
  await vi.waitFor(async () => expect((await fetch(`${stopping.url}/readyz`)).status).toBe(200), WAIT)
  expect((await call()).headers.get('connection')).toBe('keep-alive')
  const stopped = stopping.stop()
  const [served, ready] = [await call(), await fetch(`${stopping.url}/readyz`)]
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close'])
  expect(ready.status).toBe(503)
  await stopped
})
