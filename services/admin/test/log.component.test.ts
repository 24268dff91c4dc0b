import { createLog } from '@zing/kit/observability/logger'
import { CLIENT_ADDRESS_HEADER } from '@zing/proto/headers'
import { resetAll, verifyPin } from '@zing/proto/http/staff/admin'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import { afterAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'

const env = { ...(await testEnv()), ADMIN_PIN: '4711' }
const lines: string[] = []
const log = createLog('admin', 'trace', { write: (line: string) => void lines.push(line) })
const admin = await start(Config.parse(env), { log })
afterAll(() => admin.stop())
const eve = serviceClient(admin.url, env.INTERNAL_TOKEN_SECRET, { userId: 7, sid: 'session-of-eve' })

test('SEC-38 each PIN attempt and reset logs the user and address, and never the PIN', async () => {
  const headers = { [CLIENT_ADDRESS_HEADER]: '203.0.113.7' }
  await eve.call(verifyPin, { headers, body: { pin: '4712' } })
  await eve.call(resetAll, { headers, body: { pin: '4713' } })
  await eve.call(verifyPin, { headers, body: { pin: 'canary' } })
  await eve.call(verifyPin, { headers, body: { pin: '4711' } })
  await eve.call(resetAll, { headers, body: { pin: '4711' } })

  const entries = lines.map((line) => JSON.parse(line))
  const security = entries.filter(({ msg }) => msg === 'security event')
  expect(
    security.map(({ event, userId, address, reason, action }) => [event, userId, address, reason ?? action]),
  ).toEqual([
    ['authz_fail', 7, '203.0.113.7', 'wrong PIN'],
    ['authz_fail', 7, '203.0.113.7', 'wrong PIN'],
    ['authz_fail', 7, '203.0.113.7', 'wrong PIN'],
    ['authz_admin', 7, '203.0.113.7', 'PIN accepted'],
    ['authz_admin', 7, '203.0.113.7', 'reset'],
  ])
  for (const { msg, req, err } of entries) expect(JSON.stringify({ msg, req, err })).not.toMatch(/471[123]|canary/)
})
