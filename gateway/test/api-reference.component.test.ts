import { assertDocumented } from '@zing/openapi/assert-documented'
import { publishedCalls } from '@zing/openapi/changes/published'
import { expect, test } from 'vitest'
import { setupGateway } from './setup/setup-gateway.ts'

const unreachable = 'http://127.0.0.1:1'
const gateway = await setupGateway({
  AUTH_URL: unreachable,
  SOCIAL_URL: unreachable,
  CHAT_URL: unreachable,
  ADMIN_URL: unreachable,
})

test('the gateway routes every call of the API reference: without services 503, never 404 or 405', async () => {
  const cookie = gateway.signedIn(1)
  const results = await Promise.all(
    publishedCalls.map(async ({ method, path }) => {
      const url = path.replace(/\{\w+\}/g, '1')
      const response = await fetch(`${gateway.url}${url}`, {
        method,
        headers: { cookie },
        signal: AbortSignal.timeout(60_000),
      })
      await assertDocumented(method, response)
      return [`${method} ${path}`, response.status]
    }),
  )
  const own: Record<string, number> = {
    'GET /api/community': 200,
    'GET /config.json': 200,
    'GET /livez': 200,
    'POST /csp-reports': 415,
  }
  expect(results).toEqual(results.map(([call]) => [call, own[String(call)] ?? 503]))
  expect(results.length).toBeGreaterThan(Object.keys(own).length)
})
