import { describe, expect, test } from 'vitest'
import { startAuth } from './setup-auth.ts'

describe.each([
  ['SEC-48 with Redis away the process counts for itself, at half the rate', { REDIS_URL: 'redis://127.0.0.1:9' }, 3],
  ['without Redis the process counts for itself', { REDIS_URL: undefined }, 5],
])('%s', async (_what, overrides, free) => {
  const { join, logIn } = await startAuth(overrides)

  test('and slows down guessing', async () => {
    const { user } = await join()
    for (let i = 0; i < free; i++) expect((await logIn(user.username, 'wrong')).status).toBe(401)
    expect((await logIn(user.username)).status).toBe(429)
  })
})

describe('load tests', async () => {
  const { join, logIn } = await startAuth({ RATE_PROFILE: 'off' })

  test('may switch the limit off', async () => {
    const { user } = await join()
    for (let i = 0; i < 8; i++) expect((await logIn(user.username, 'wrong')).status).toBe(401)
    expect((await logIn(user.username)).status).toBe(200)
  })
})
