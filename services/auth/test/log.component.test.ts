import { createLog } from '@zing/kit/observability/logger'
import * as contract from '@zing/proto/http/auth'
import { serviceClient } from '@zing/testing/client'
import { testEnv } from '@zing/testing/servers'
import { afterAll, expect, test } from 'vitest'
import { Config } from '../src/config.ts'
import { start } from '../src/start.ts'
import { photo } from './pictures.ts'
import { newDetails } from './setup-auth.ts'

const env = await testEnv()
const lines: string[] = []
const log = createLog('auth', 'trace', { write: (line: string) => void lines.push(line) })
const auth = await start(Config.parse(env), { log })
afterAll(() => auth.stop())
const anonymous = serviceClient(auth.url, env.INTERNAL_TOKEN_SECRET, null)

test('SEC-38 the log reports failed logins without username, password, photo or token', async () => {
  const selfie = await photo()
  const details = { ...newDetails(), password: 'canary-right', selfie }
  const { body: user, headers } = await anonymous.call(contract.registerUser, { body: details })
  for (const username of [details.username, 'canary.name']) {
    await anonymous.call(contract.login, {
      body: { username, password: 'canary-wrong' },
      headers: { 'user-agent': 'canary\\nagent' },
    })
  }
  await anonymous.call(contract.registerUser, { body: { ...details, selfie: 'data:image/jpeg;base64,canary' } })

  const text = lines.join('')
  for (const secret of ['canary', details.username, selfie, headers.get('x-zing-session') ?? 'none']) {
    expect(text).not.toContain(secret)
  }
  const failed = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'login failed')
  expect(failed).toMatchObject([{ userId: user.id }, {}])
  expect(failed[1]).not.toHaveProperty('userId')
  expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)).toEqual([])
})
