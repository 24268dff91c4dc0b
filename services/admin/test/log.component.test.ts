import { createLog } from '@zing/kit/observability/logger'
import { resetAll, verifyPin } from '@zing/proto/http/admin'
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

test('SEC-38 the log names the user of a wrong PIN, and no PIN', async () => {
  await eve.call(verifyPin, { body: { pin: '4712' } })
  await eve.call(resetAll, { body: { pin: '4713' } })
  await eve.call(verifyPin, { body: { pin: 'canary' } })
  await eve.call(verifyPin, { body: { pin: '4711' } })

  const entries = lines.map((line) => JSON.parse(line))
  expect(entries.filter(({ msg }) => msg === 'wrong PIN').map(({ userId }) => userId)).toEqual([7, 7])
  for (const { msg, req, err } of entries) expect(JSON.stringify({ msg, req, err })).not.toMatch(/471[123]|canary/)
})
