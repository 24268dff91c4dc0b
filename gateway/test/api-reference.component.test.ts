import { assertDocumented } from '@zing/openapi/assert-documented'
import { publishedCalls } from '@zing/openapi/published'
import { expect, test } from 'vitest'
import { setupGateway } from './setup-gateway.ts'

const nobody = 'http://127.0.0.1:1'
const gateway = await setupGateway({ AUTH_URL: nobody, SOCIAL_URL: nobody, CHAT_URL: nobody, ADMIN_URL: nobody })

test('every call of the API reference is one of the gateway: with nobody behind it, 503 and not 404 or 405', async () => {
  const cookie = gateway.signedIn(1)
  const answers = await Promise.all(
    publishedCalls.map(async ({ method, path }) => {
      const called = path.replace(/\{\w+\}/g, '1')
      const answer = await fetch(`${gateway.url}${called}`, {
        method,
        headers: { cookie },
        signal: AbortSignal.timeout(10_000),
      })
      await assertDocumented(method, answer)
      return [`${method} ${path}`, answer.status]
    }),
  )
  const own = ['GET /config.json', 'GET /livez']
  expect(answers).toEqual(answers.map(([call]) => [call, own.includes(String(call)) ? 200 : 503]))
  expect(answers.length).toBeGreaterThan(own.length)
})
