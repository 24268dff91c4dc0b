import { errors } from '@zing/proto/errors'
import { CONNECTIONS_PER_ADDRESS } from '@zing/proto/limits'
import { openRaw, type RawConnection } from '@zing/testing/raw-http'
import { WAIT } from '@zing/testing/wait'
import { afterEach, expect, test, vi } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

let open: RawConnection[] = []
afterEach(() => {
  for (const { socket } of open) socket.destroy()
  open = []
})

async function connect(url: string, text = ''): Promise<RawConnection> {
  const connection = await openRaw(url, text)
  open.push(connection)
  return connection
}

const request = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'

/** True once a connection is served. */
async function isServed(url: string): Promise<boolean> {
  const { received } = await connect(url, request)
  await vi.waitFor(() => expect(received()).toContain('HTTP/1.1'), WAIT)
  return received().includes(' 200 ')
}

/** Opens more connections than an address may have, and counts the served ones. */
async function countServed(url: string): Promise<number> {
  const served = await Promise.all(Array.from({ length: CONNECTIONS_PER_ADDRESS + 10 }, () => isServed(url)))
  return served.filter(Boolean).length
}

test('SEC-81 an address has at most 200 connections; others get a 429 and are closed', async () => {
  const { url } = await setupGateway({ RATE_PROFILE: 'strict' })
  const served = await countServed(url)
  // the test may hold one connection in fetch's pool
  expect(served).toBeGreaterThanOrEqual(CONNECTIONS_PER_ADDRESS - 5)
  expect(served).toBeLessThanOrEqual(CONNECTIONS_PER_ADDRESS)
  const { closed } = await connect(url)
  expect(await closed).toMatch(/^HTTP\/1\.1 429 .*Retry-After: 1.*/s)
  expect(await closed).toContain(JSON.stringify(errors.tooManyRequests().body))

  for (const { socket } of open) socket.destroy()
  await vi.waitFor(async () => expect(await isServed(url)).toBe(true), WAIT)
})

test('behind a proxy the connections of its address are not limited', async () => {
  const { url } = await setupGateway({ RATE_PROFILE: 'strict', TRUST_PROXY: '1' })
  expect(await countServed(url)).toBe(CONNECTIONS_PER_ADDRESS + 10)
})
