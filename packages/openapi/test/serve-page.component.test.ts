import { freePort } from '@zing/dev-env/processes/free-port'
import { login } from '@zing/proto/http/auth'
import { likeUser } from '@zing/proto/http/social'
import { afterAll, expect, test, vi } from 'vitest'
import { setupGateway } from '../../../gateway/test/setup/setup-gateway.ts'
import { servePage } from '../src/serve-page.ts'

const port = await freePort()
const zingUrl = `http://127.0.0.1:${port}`
await setupGateway({ PORT: String(port), PUBLIC_ORIGINS: zingUrl })
const page = await servePage({ zingUrl, port: 0 })
afterAll(() => page.stop())

function post(path: string, body: unknown, headers: Record<string, string>): Promise<Response> {
  return fetch(`${page.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
}

test('the page, its scripts and the reference are served locally', async () => {
  const html = await (await fetch(page.url)).text()
  const parts = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, part]) => String(part))
  expect(parts).toContain('/swagger-ui/swagger-ui-bundle.js')
  for (const part of parts) expect([part, (await fetch(new URL(part, page.url))).status]).toEqual([part, 200])
  expect(await (await fetch(`${page.url}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' })
})

test('a request is proxied to the product', async () => {
  const response = await fetch(`${page.url}/config.json`)
  expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ isDemo: false })])
})

test('a request after a login from the page is authenticated', async () => {
  const credentials = { username: 'ada', password: 'correct horse' }
  const own = { origin: page.url, 'sec-fetch-site': 'same-origin' }
  const response = await post(login.path, credentials, own)
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const me = await fetch(`${page.url}/api/user`, { headers: { cookie } })
  expect([response.status, me.status]).toEqual([200, 200])
})

test.each([
  ['Origin', { origin: 'https://evil.example' }],
  ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
])('a cross-site request is rejected by its %s', async (_case, headers: Record<string, string>) => {
  expect((await post(likeUser.path, { likedId: 1 }, headers)).status).toBe(403)
})

test('an unreachable product is reported as 503', async () => {
  const alone = await servePage({ zingUrl: 'http://127.0.0.1:1', port: 0 })
  const response = await fetch(`${alone.url}/config.json`)
  await alone.stop()
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ message: expect.stringContaining('http://127.0.0.1:1') })
})

test('the page does not start in production', async () => {
  vi.stubEnv('NODE_ENV', 'production')
  await expect(servePage({ zingUrl, port: 0 })).rejects.toThrow('NODE_ENV is production')
  vi.unstubAllEnvs()
})
