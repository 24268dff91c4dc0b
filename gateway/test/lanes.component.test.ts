import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import path from 'node:path'
import { keyOf } from '@zing/kit/env'
import { createApp } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import type { Serve } from '@zing/kit/http/serve'
import { createLog } from '@zing/kit/observability/logger'
import { metricsOf } from '@zing/kit/observability/metrics'
import { pathOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import * as auth from '@zing/proto/http/auth'
import { getUnread, markAllRead } from '@zing/proto/http/chat'
import { getExport } from '@zing/proto/http/exports'
import { NO_STORY } from '@zing/proto/profiles/story'
import { openRaw } from '@zing/testing/raw-http'
import { sendSignal } from '@zing/testing/send-signal'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { LANES } from '../src/overload/lanes.ts'
import { secrets } from './setup/session-tokens.ts'
import { setupGateway } from './setup/setup-gateway.ts'

const json = { 'content-type': 'application/json' }
/** The product's own deadline. With a shorter one, calls expire on a busy machine before a test sees them wait. */
const DEADLINE_MS = LANES.ordinary.deadlineMs
const BOUND_MS = DEADLINE_MS + 1_000
const { login: logins, download: downloads } = LANES
const CONNECTIONS = 5

interface Answer {
  status: number
  retryAfter: string | null
  body: unknown
}

async function answerOf(response: Promise<Response>): Promise<Answer> {
  const answer = await response
  const isJson = answer.headers.get('content-type')?.includes('json')
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: isJson ? await answer.json() : null,
  }
}

const unavailable = { status: 503, retryAfter: '1', body: errors.unavailable().body }

/** Reads a metric of the newest gateway. */
async function metric(name: string, lane: string, upstream = 'chat'): Promise<number> {
  const { text } = await metricsOf('test')()
  const line = text
    .split('\n')
    .find((line) => line.startsWith(`${name}{`) && line.includes(`upstream="${upstream}",lane="${lane}"`))
  return Number(line?.split(' ').at(-1))
}

/** Until the end of the test. */
function extendDeadline(lane: { deadlineMs: number }): void {
  const { deadlineMs } = lane
  onTestFinished(() => {
    lane.deadlineMs = deadlineMs
  })
  lane.deadlineMs = WAIT.timeout
}

describe('a paused service', () => {
  let service: ChildProcess
  let begun: string[]
  let address: string
  let gateway: Awaited<ReturnType<typeof setupGateway>>
  let cookie: string

  beforeAll(async () => {
    begun = []
    service = fork(path.join(import.meta.dirname, 'setup/message-service.ts'), { env: { ...process.env, ...secrets } })
    const url = await new Promise<string>((resolve) => {
      service.on('message', (message: { url?: string; begun?: string }) => {
        if (message.url) resolve(message.url)
        if (message.begun) begun.push(message.begun)
      })
    })
    address = new URL(url).host
    gateway = await setupGateway({ CHAT_URL: url })
    cookie = gateway.signedIn(5)
    await vi.waitFor(async () => expect(await send('warm')).toMatchObject({ status: 201 }), WAIT)
  })
  afterEach(() => void service.kill('SIGCONT'))
  afterAll(() => void service.kill('SIGKILL'))

  function send(content: string): Promise<Answer> {
    const body = JSON.stringify({ receiverId: 6, content })
    return answerOf(fetch(`${gateway.url}/api/messages`, { method: 'POST', headers: { ...json, cookie }, body }))
  }

  /** Continues the service. Resolves when it has handled everything that was sent before. */
  async function resume(lastDeadline: number): Promise<void> {
    await vi.waitUntil(() => performance.now() > lastDeadline, WAIT)
    service.kill('SIGCONT')
    await vi.waitFor(async () => expect(await send('marker')).toMatchObject({ status: 201 }), WAIT)
    await vi.waitFor(() => expect(begun).toContain('marker'), WAIT)
  }

  test('INV-8 INV-6 calls get a 503 by their deadline, and none of them runs after the pause', async () => {
    begun.length = 0
    sendSignal(Number(service.pid), 'SIGSTOP')
    const answers: Promise<{ answer: Answer; ms: number }>[] = []
    for (let step = 0; step < 7; step++) {
      const pace = startStopwatch()
      for (let i = 0; i < 40; i++) {
        const stopwatch = startStopwatch()
        answers.push(send(`late ${step} ${i}`).then((answer) => ({ answer, ms: stopwatch.elapsedMs() })))
      }
      await vi.waitUntil(() => pace.elapsedMs() >= DEADLINE_MS / 4, WAIT)
    }
    for (const { answer, ms } of await Promise.all(answers)) {
      expect(answer).toEqual(unavailable)
      expect(ms).toBeLessThan(BOUND_MS)
    }
    expect(gateway.logged('upstream failed')).toContainEqual(expect.objectContaining({ upstream: 'chat', address }))
    await resume(performance.now() + 500)
    expect(begun.filter((content) => content !== 'marker')).toEqual([])
  })

  test('afterwards every place is free again', async () => {
    await vi.waitFor(async () => expect(await metric('zing_upstream_in_flight', 'ordinary')).toBe(0), WAIT)
    await vi.waitFor(async () => {
      const answers = await Promise.all(Array.from({ length: 120 }, (_, i) => send(`burst ${i}`)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201])) // on a busy machine not at once
    }, WAIT)
  })
})

describe('lanes', () => {
  const log = createLog('gateway-test', 'silent')

  /** Starts a gateway in front of a service with these routes. */
  async function setupWith(routes: (serve: Serve) => void) {
    const app = createApp({ log, secret: keyOf(secrets.INTERNAL_TOKEN_SECRET), isReady: () => true }, {}, [routes])
    const service = await listen(app, { PORT: 0, HOST: '127.0.0.1' })
    onTestFinished(() => {
      service.server.closeAllConnections()
      return service.stop()
    })
    return { service, gateway: await setupGateway({ AUTH_URL: service.url, CHAT_URL: service.url }) }
  }

  /** Fills the lane of downloads, whose deadline no busy machine reaches. Downloads end when `respond` is called. */
  async function setupFullLane() {
    const response = Promise.withResolvers<void>()
    onTestFinished(() => response.resolve())
    const begun: string[] = []
    const { gateway } = await setupWith((serve) => {
      serve(getExport, async ({ params }, res) => {
        begun.push(params.token)
        await response.promise
        res.end()
      })
    })
    const headers = { cookie: gateway.signedIn(7) }
    function download(name: string, signal: AbortSignal | null = null): Promise<Answer> {
      return answerOf(fetch(`${gateway.url}${pathOf(getExport, { token: name.padEnd(43, '_') })}`, { headers, signal }))
    }
    const places = Array.from({ length: downloads.maxInFlight }, (_, i) => download(`first-${i}`))
    await vi.waitFor(() => expect(begun).toHaveLength(downloads.maxInFlight), WAIT)
    return { begun, places, download, respond: response.resolve }
  }
  const queued = () => metric('zing_upstream_queued', 'download', 'auth')

  test('INV-8 when the queue is full, a call gets its 503 with Retry-After at once', async () => {
    const { places, download, respond } = await setupFullLane()
    const waiting = Array.from({ length: downloads.maxQueued }, (_, i) => download(`queued-${i}`))
    await vi.waitFor(async () => expect(await queued()).toBe(downloads.maxQueued), WAIT)
    expect(await download('one-more')).toEqual(unavailable)
    expect(await metric('zing_upstream_refused_total', 'download', 'auth')).toBeGreaterThan(0)
    respond()
    for (const { status } of await Promise.all([...places, ...waiting])) expect(status).toBe(200)
    expect(await queued()).toBe(0)
  })

  test('INV-6 when the client of a queued call leaves, the call is not sent', async () => {
    const { begun, places, download, respond } = await setupFullLane()
    const client = new AbortController()
    const left = download('left', client.signal).catch(() => 'left')
    await vi.waitFor(async () => expect(await queued()).toBe(1), WAIT)
    const next = download('next')
    await vi.waitFor(async () => expect(await queued()).toBe(2), WAIT)
    client.abort()
    expect(await left).toBe('left')
    await vi.waitFor(async () => expect(await queued()).toBe(1), WAIT)
    respond()
    await Promise.all([...places, next])
    expect(begun.at(-1)).toMatch(/^next/)
    expect(begun).toHaveLength(downloads.maxInFlight + 1)
  })

  test('SEC-49b a flood of logins fills its own lane, and other calls do not wait behind it', async () => {
    const details = { age: 30, gender: 'other', orientation: 'other', selfie: null, hidden: false }
    const user = { id: 7, name: 'Ada', username: 'ada', ...details, ...NO_STORY }
    const response = Promise.withResolvers<void>()
    extendDeadline(logins) // a busy machine may need longer to send so many
    let hashing = 0
    let most = 0
    const { gateway } = await setupWith((serve) => {
      serve(auth.login, async () => {
        most = Math.max(most, ++hashing)
        await response.promise
        hashing -= 1
        return { ...user, createdAt: new Date(0).toISOString() }
      })
      serve(auth.getUser, () => ({ ...user, createdAt: new Date(0).toISOString() }))
    })
    const body = JSON.stringify({ username: 'ada', password: 'correct horse' })
    let refused = 0
    const flood = Array.from({ length: logins.maxInFlight + logins.maxQueued + 10 }, async () => {
      const answer = await answerOf(fetch(`${gateway.url}/api/login`, { method: 'POST', headers: json, body }))
      if (answer.status === 503) refused += 1
      return answer
    })
    await vi.waitFor(() => expect(refused).toBe(10), WAIT)
    const headers = { cookie: gateway.signedIn(7) }
    for (let i = 0; i < 5; i++) expect((await fetch(`${gateway.url}/api/user`, { headers })).status).toBe(200)
    expect(most).toBe(logins.maxInFlight)

    response.resolve()
    const answers = await Promise.all(flood)
    expect(answers.filter(({ status }) => status === 503)).toEqual(Array(10).fill(unavailable))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(logins.maxInFlight + logins.maxQueued)
    expect(most).toBe(logins.maxInFlight)
  })

  test('SEC-49b photos that wait for their store fill their own lane only', async () => {
    const details = { age: 30, gender: 'other', orientation: 'other', selfie: null, hidden: false }
    const user = { id: 7, name: 'Ada', username: 'ada', ...details, ...NO_STORY, createdAt: new Date(0).toISOString() }
    const response = Promise.withResolvers<void>()
    extendDeadline(LANES.media)
    let waiting = 0
    const { gateway } = await setupWith((serve) => {
      serve(auth.getSelfie, async (_input, res) => {
        waiting += 1
        await response.promise
        res.end()
      })
      serve(auth.getUser, () => user)
    })
    const headers = { cookie: gateway.signedIn(7) }
    const photos = Array.from({ length: LANES.ordinary.maxInFlight + 10 }, (_, i) =>
      fetch(`${gateway.url}/api/selfies/8/${i + 1}`, { headers }),
    )
    await vi.waitFor(() => expect(waiting).toBe(LANES.media.maxInFlight), WAIT)
    for (let i = 0; i < 5; i++) expect((await fetch(`${gateway.url}/api/user`, { headers })).status).toBe(200)
    response.resolve()
    expect(new Set((await Promise.all(photos)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  test('SEC-81 clients that send their bodies slowly occupy no place', async () => {
    const { gateway } = await setupWith((serve) => {
      serve(auth.login, () => {
        throw errors.wrongCredentials()
      })
    })
    const head = 'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'
    const slow = await Promise.all(
      Array.from({ length: logins.maxInFlight + logins.maxQueued }, () => openRaw(gateway.url, head)),
    )
    const body = JSON.stringify({ username: 'ada', password: 'wrong password' })
    const answer = await answerOf(fetch(`${gateway.url}/api/login`, { method: 'POST', headers: json, body }))
    expect(answer.status).toBe(401)
    for (const { socket } of slow) socket.destroy()
  })

  test('INV-6 when the gateway is paused while it reads a body, the call is not sent', async () => {
    let logins = 0
    const { gateway } = await setupWith((serve) => {
      serve(auth.login, () => {
        logins += 1
        throw errors.wrongCredentials()
      })
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }) // no tick before the body
    onTestFinished(() => void vi.useRealTimers())
    const body = JSON.stringify({ username: 'ada', password: 'wrong password' })
    const { socket, received } = await openRaw(
      gateway.url,
      `POST /api/login HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    )
    await vi.waitFor(() => expect(received()).toContain('100 Continue'), WAIT)
    const pausedAt = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => pausedAt + 20_000)
    onTestFinished(() => void vi.restoreAllMocks())
    socket.write(body)
    await vi.waitFor(() => expect(received()).toMatch(/HTTP\/1\.1 (401|503)/), WAIT)
    expect(received()).toContain('HTTP/1.1 503')
    expect(logins).toBe(0)
    socket.destroy()
  })

  test('when its client leaves, the request to the service is cut off', async () => {
    const begun = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<void>()
    const { gateway } = await setupWith((serve) => {
      serve(markAllRead, (_input, res) => {
        res.once('close', closed.resolve)
        begun.resolve()
        return new Promise<never>(() => {})
      })
    })
    const client = new AbortController()
    const headers = { cookie: gateway.signedIn(7) }
    const left = fetch(`${gateway.url}/api/messages/markAllRead`, { method: 'POST', headers, signal: client.signal })
    await begun.promise
    client.abort()
    await expect(left).rejects.toThrow()
    await closed.promise
  })

  test('INV-8 a response that stops in the middle is cut at the deadline', async () => {
    const { gateway } = await setupWith((serve) => {
      serve(getUnread, (_input, res) => {
        res.write('{')
        return new Promise<never>(() => {})
      })
    })
    const stopwatch = startStopwatch()
    const response = await fetch(`${gateway.url}/api/messages/unread`, { headers: { cookie: gateway.signedIn(7) } })
    await expect(response.text()).rejects.toThrow()
    expect(stopwatch.elapsedMs()).toBeLessThan(BOUND_MS)
  })

  test('INV-8 when a host falls silent, the next call leaves the connections kept to it', async () => {
    const kept = new Set<Socket>()
    let isSilent = false
    const { gateway } = await setupWith((serve) => {
      serve(getUnread, async (_input, _res, { socket }) => {
        if (isSilent && kept.has(socket)) return new Promise<never>(() => {})
        kept.add(socket)
        await vi.waitUntil(() => kept.size >= CONNECTIONS, WAIT)
        return { count: 0 }
      })
    })
    const headers = { cookie: gateway.signedIn(7) }
    const read = async () => (await fetch(`${gateway.url}/api/messages/unread`, { headers })).status
    await Promise.all(Array.from({ length: CONNECTIONS }, read))
    isSilent = true

    expect(await read()).toBe(503)
    expect(await read()).toBe(200)
  })

  test('a 503 of a service passes through unchanged', async () => {
    const { gateway } = await setupWith((serve) => {
      serve(markAllRead, () => {
        throw errors.busy({ retryAfterSeconds: 7 })
      })
    })
    const headers = { cookie: gateway.signedIn(7) }
    expect(await answerOf(fetch(`${gateway.url}/api/messages/markAllRead`, { method: 'POST', headers }))).toEqual({
      status: 503,
      retryAfter: '7',
      body: errors.busy().body,
    })
  })

  test('INV-8 when chat does not answer an upgrade, the client gets a 503 within 5 s', async () => {
    const { service, gateway } = await setupWith(() => {})
    service.server.on('upgrade', (_req, socket) => onTestFinished(() => void socket.destroy()))
    const stopwatch = startStopwatch()
    const { closed, socket } = await openRaw(
      gateway.url,
      `GET /ws HTTP/1.1\r\nHost: a\r\nCookie: ${gateway.signedIn(7)}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    expect(await closed).toMatch(/^HTTP\/1\.1 503 /)
    expect(stopwatch.elapsedMs()).toBeLessThan(5_000)
    socket.destroy()
  })
})
