import { getDoorFacts } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { describe, expect, test } from 'vitest'
import { setupAuth } from '../setup-auth.ts'

describe.each([
  ['SEC-48 while Redis is unavailable, at half the rate', { REDIS_URL: 'redis://127.0.0.1:9' }, 3],
  [
    'SEC-48 while no Sentinel of three responds, at a sixth',
    { REDIS_SENTINELS: '127.0.0.1:9,127.0.0.1:9,127.0.0.1:9' },
    1,
  ],
  ['without REDIS_URL', { REDIS_URL: '' }, 5],
])('%s', async (_setup, overrides, free) => {
  const { newUser, logIn } = await setupAuth(overrides)

  test('the process throttles guessing on its own', async () => {
    const { user } = await newUser()
    for (let i = 0; i < free; i++) expect((await logIn(user.username, 'wrong')).status).toBe(401)
    expect((await logIn(user.username)).status).toBe(429)
  })
})

describe('load tests', async () => {
  const { nats, newUser, logIn } = await setupAuth({ RATE_PROFILE: 'off' })

  test('the login throttle is off with RATE_PROFILE=off', async () => {
    const { user } = await newUser()
    for (let i = 0; i < 8; i++) expect((await logIn(user.username, 'wrong')).status).toBe(401)
    expect((await logIn(user.username)).status).toBe(200)
  })

  test('no sign-up counts as one of a crowd with RATE_PROFILE=off', async () => {
    await newUser()
    expect(await request(nats, getDoorFacts, {})).toMatchObject({ lastHour: 0 })
  })
})
