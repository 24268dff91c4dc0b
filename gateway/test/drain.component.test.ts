import { once } from 'node:events'
import { getUser } from '@zing/proto/http/auth'
import { UPGRADES_BURST } from '@zing/proto/limits'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

type Gateway = Awaited<ReturnType<typeof setupGateway>>

function open({ url }: Gateway, headers: Record<string, string> = {}) {
  const ws = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { origin: ORIGIN, ...headers } })
  onTestFinished(() => ws.terminate())
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  const refused = new Promise<string>((resolve) => void ws.on('error', ({ message }) => resolve(message)))
  return { ws, closed, refused }
}

async function openMany(gateway: Gateway, count: number) {
  const sockets = Array.from({ length: count }, (_, user) => open(gateway, { cookie: gateway.signedIn(user + 1) }))
  await Promise.all(sockets.map(({ ws }) => once(ws, 'open')))
  for (const { ws } of sockets) ws.send('hello')
  await Promise.all(sockets.map(({ ws }) => once(ws, 'message')))
  return sockets
}

test('when a gateway stops, it closes sockets one by one with 1012 and accepts no new ones (10.storm.drain)', async () => {
  const gateway = await setupGateway({ DRAIN_SECONDS: '1' })
  const sockets = await openMany(gateway, 4)
  const openNow = () => sockets.filter(({ ws }) => ws.readyState === WebSocket.OPEN).length
  const stopped = gateway.stop()
  const first = await Promise.race(sockets.map(({ closed }) => closed.then(({ code }) => [code, openNow()])))
  expect(first[0]).toBe(1012)
  expect(first[1]).toBeGreaterThan(0)
  const late = open(gateway, { cookie: gateway.signedIn(9) })
  expect(await late.refused).toMatch(/ECONNREFUSED|ECONNRESET|503|hang up/)
  expect((await Promise.all(sockets.map(({ closed }) => closed))).map(({ code }) => code)).toEqual([
    1012, 1012, 1012, 1012,
  ])
  await stopped
})

test('a call in flight ends with its response while the gateway closes sockets (10.storm.drain)', async () => {
  const gateway = await setupGateway({ DRAIN_SECONDS: '1', STOP_DELAY_MS: '500' })
  const [socket] = await openMany(gateway, 1)
  const call = fetch(`${gateway.url}${getUser.path}`, { headers: { cookie: gateway.signedIn(7) } })
  const stopped = gateway.stop()
  expect((await call).status).toBe(200)
  expect((await socket?.closed)?.code).toBe(1012)
  await stopped
})

test('of a crowd the gateway sends clients away with a delay, also when they are known (10.storm.crowd)', async () => {
  const gateway = await setupGateway({ RATE_PROFILE: 'strict', TRUST_PROXY: '1' })
  const cookie = gateway.signedIn(5)
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now) // nothing is refilled
  onTestFinished(() => void vi.restoreAllMocks())
  const from = (index: number) => ({ 'x-forwarded-for': `198.51.${index >> 8}.${index & 255}` })
  for (let index = 0; index < UPGRADES_BURST; index += 50) {
    const strangers = Array.from({ length: 50 }, (_, each) => open(gateway, from(index + each)))
    expect(await Promise.all(strangers.map(({ refused }) => refused))).toEqual(
      Array(50).fill('Unexpected server response: 401'),
    )
  }
  const { closed } = open(gateway, { cookie, ...from(1_000) })
  const { code, reason } = await closed
  expect(code).toBe(1013)
  expect(Number(reason)).toBeGreaterThanOrEqual(1_000)
  expect(Number(reason)).toBeLessThan(15_000)

  vi.restoreAllMocks()
  const later = async () => {
    const { ws } = open(gateway, { cookie, ...from(1_001) })
    await once(ws, 'open')
    ws.send('hello')
    await once(ws, 'message')
  }
  await vi.waitFor(later, WAIT)
})
