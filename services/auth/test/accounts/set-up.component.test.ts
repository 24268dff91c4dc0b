import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog } from '@zing/kit/observability/logger'
import { SESSION_HEADER } from '@zing/proto/headers'
import { checkSetup, setUp } from '@zing/proto/http/staff/setup'
import { applySetup } from '@zing/proto/nats/rpc/admin'
import { setUserRole } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Config } from '../../src/config.ts'
import { createSetupLink } from '../../src/setup/setup-link.ts'
import { start } from '../../src/start.ts'
import { newDetails, ORIGIN, setupAuth } from '../setup-auth.ts'

const lines: string[] = []
const destination = { write: (line: string) => void lines.push(line) }
const { env, anonymous, nats, db, newUser } = await setupAuth({}, { log: createLog('auth', 'info', destination) })

const applied: unknown[] = []
let refusal: string | null = null
const admin = serveRpc(nats, 'admin', [
  rpcHandler(applySetup, async ({ changes }) => {
    applied.push(changes)
    return { refusal, termsVersion: 5 }
  }),
])
afterAll(() => admin.stop())

const { SESSION_SECRET } = Config.parse(env)
const { url } = createSetupLink(SESSION_SECRET, ORIGIN)
const token = url.split('#')[1] ?? ''

beforeEach(async () => {
  refusal = null
  applied.length = 0
  await db.collection('setup').deleteMany({})
  await db.collection('users').deleteMany({})
})

function post(more: Record<string, unknown> = {}, account = newDetails()) {
  return anonymous.call(setUp, {
    body: { token, name: 'Harbour', mode: 'invitation', rules: 'friendly', account, ...more },
  })
}

test('the log has the link until there is an admin; the keeper is signed in as one (10.community.setup)', async () => {
  expect(lines.filter((line) => line.includes(url))).toHaveLength(1)
  const { status, body, headers } = await post()
  expect([status, body.role]).toEqual([201, 'admin'])
  expect(await db.collection('users').findOne()).toMatchObject({ acceptedTerms: 5 }) // the rules of the same request
  expect(headers.get(SESSION_HEADER)).toMatch(/^ey/)
  expect(applied).toMatchObject([{ name: 'Harbour', registration: { mode: 'invitation' }, rules: { length: 4 } }])

  const before = lines.length
  const again = await start(Config.parse(env), { log: createLog('auth', 'info', destination) })
  await again.stop()
  expect(lines.slice(before).join()).not.toContain('setupLink')
})

test('a wrong token, a used one and an existing admin get one response (10.community.setup.over)', async () => {
  const check = (given = token) => anonymous.call(checkSetup, { body: { token: given } })
  expect((await check()).status).toBe(204)
  expect((await check(`${token}0`)).body.code).toBe('SETUP_OVER')
  const wrong = await post({ token: token.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) })
  await post()
  const replayed = await post()
  await db.collection('setup').deleteMany({})
  await db.collection('users').deleteMany({})
  const { user } = await newUser()
  await request(nats, setUserRole, { userId: user.id, role: 'admin' })
  const late = await post()
  await request(nats, setUserRole, { userId: user.id, role: 'member' })
  const afterwards = await post()
  const checked = await check()
  for (const { status, body } of [wrong, replayed, late, afterwards, checked])
    expect([status, body]).toEqual([404, wrong.body])
  expect(wrong.body.code).toBe('SETUP_OVER')
})

test('a mistake in the form leaves the link usable (10.community.setup.form)', async () => {
  const short = await post({}, newDetails({ password: 'short' }))
  refusal = 'accent: Must be a colour such as #d9214e'
  const colour = await post({ accent: 'red' })
  refusal = null
  const { details } = await newUser()
  const taken = await post({}, newDetails({ username: details.username }))
  expect([short.status, colour.status, colour.body.message, taken.status]).toEqual([
    400,
    400,
    'accent: Must be a colour such as #d9214e',
    409,
  ])
  expect((await post()).status).toBe(201)
})

test('when the link is used ten times at once, one keeper is there afterwards (10.community.setup.race)', async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => post()))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(404)])
  expect(await db.collection('users').countDocuments()).toBe(1)
})
