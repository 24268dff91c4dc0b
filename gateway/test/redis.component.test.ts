import { replicasMissing } from '@zing/kit/observability/metrics'
import { startRedis, startRedisSentinels } from '@zing/testing/redis'
import { startNats } from '@zing/testing/servers'
import { startStopwatch } from '@zing/testing/stopwatch'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

const FAILED_LOGINS_MAX = 30
const registration = { name: 'Ada', age: 30, gender: 'f', orientation: 'o', username: 'ada', password: 'correct horse' }

let addresses = 0
function newAddress(): string {
  return `10.20.${addresses >> 8}.${addresses++ & 255}`
}

async function post(url: string, path: string, address: string, body: unknown): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(body), headers })).status
}

const register = (url: string, address: string) => post(url, '/api/register', address, registration)
const logInWrong = (url: string, address: string) =>
  post(url, '/api/login', address, { username: 'ada', password: 'wrong' })

/** Resolves once the gateways count together: ten registrations an hour, and not each of them by itself. */
function untilShared(urls: string[]): Promise<void> {
  return vi.waitFor(async () => {
    const address = newAddress()
    for (let i = 0; i < 10; i++) expect(await register(urls[i % urls.length] ?? '', address)).toBe(201)
    for (const url of urls) expect(await register(url, address)).toBe(429)
  }, WAIT)
}

async function missing(): Promise<number | undefined> {
  return (await replicasMissing.get()).values.find(({ labels }) => labels.of === 'redis')?.value
}

test('when Redis is silent, calls do not wait for it after the first second (10.hosts.redis)', async () => {
  const redis = await startRedis()
  const { url } = await setupGateway({ RATE_PROFILE: 'strict', REDIS_URL: redis.url, TRUST_PROXY: '1' })
  await untilShared([url])

  redis.signal('SIGSTOP')
  await vi.waitFor(async () => {
    const stopwatch = startStopwatch()
    for (let i = 0; i < 5; i++) await register(url, newAddress())
    expect(stopwatch.elapsedMs()).toBeLessThan(1_000) // five commands that time out take 1,500 ms
  }, WAIT)
  redis.signal('SIGCONT')
  await untilShared([url])
})

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'when the master of Redis gets a %s, a replica counts on, and limits hold within half (10.hosts.redis)',
  async (signal) => {
    const { sentinels, master, servers, untilInSync } = await startRedisSentinels()
    const env = { RATE_PROFILE: 'strict', REDIS_SENTINELS: sentinels, REDIS_MASTER: master, TRUST_PROXY: '1' }
    const natsServer = (await startNats()).url
    const gateways = await Promise.all([1, 2, 3].map(() => setupGateway(env, { natsServer })))
    const urls = gateways.map(({ url }) => url)
    await untilShared(urls)
    await vi.waitFor(async () => expect(await missing()).toBe(0), WAIT)

    const address = newAddress()
    let failedLogins = 0
    async function guess(times: number): Promise<void> {
      for (let i = 0; i < times; i++)
        for (const url of urls) if ((await logInWrong(url, address)) === 401) failedLogins++
    }
    await guess(4)
    await untilInSync()
    servers[0].signal(signal)
    await guess(20)
    await untilShared(urls)
    await guess(20)
    expect(failedLogins).toBeGreaterThanOrEqual(FAILED_LOGINS_MAX)
    expect(failedLogins).toBeLessThanOrEqual(1.5 * FAILED_LOGINS_MAX)
    await vi.waitFor(async () => expect(await missing()).toBe(1), WAIT)
  },
)
