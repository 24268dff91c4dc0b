import { subscribe } from '@zing/kit/nats/broadcast'
import { ENDED_SESSIONS_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import {
  changePassword,
  confirmPassword,
  createRecoveryCodes,
  deleteAccount,
  endOtherSessions,
  endSession,
  listSessions,
  recoverAccount,
} from '@zing/proto/http/account'
import { logout } from '@zing/proto/http/auth'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { startProxy } from '@zing/testing/proxy'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

const NEW_PASSWORD = 'battery staple'
const { env, nats, anonymous, newUser, logIn } = await setupAuth()
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))

/** Creates a user with two sessions, who has confirmed the password in the first one. */
async function newUserOnTwoDevices() {
  const ada = await newUser()
  const { headers } = await logIn(ada.user.username)
  const { sid: other } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  expect((await ada.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
  return { ...ada, other }
}
type User = Awaited<ReturnType<typeof newUserOnTwoDevices>>

async function endListed({ call }: User) {
  const { body } = await call(listSessions)
  return call(endSession, { params: { id: body.find(({ current }) => !current)?.id ?? '' } })
}

async function recover({ call, user }: User) {
  const { body } = await call(createRecoveryCodes)
  const code = body.codes[0]
  return anonymous.call(recoverAccount, { body: { username: user.username, code, newPassword: NEW_PASSWORD } })
}

const CHANGE = { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } }

test.each<[string, (ada: User) => Promise<{ headers: Headers }>, boolean]>([
  ['ending a device', endListed, false],
  ['ending all other devices', ({ call }) => call(endOtherSessions), false],
  ['changing the password', ({ call }) => call(changePassword, CHANGE), false],
  ['recovering the account', recover, true],
  ['deleting the account', ({ call }) => call(deleteAccount), true],
])('SEC-13 %s names the sessions that it has ended to the gateway', async (_name, end, endsOwn) => {
  const ada = await newUserOnTwoDevices()
  const { headers } = await end(ada)
  const expected = endsOwn ? [ada.sid, ada.other] : [ada.other]
  expect(headers.get(ENDED_SESSIONS_HEADER)?.split(',').toSorted()).toEqual(expected.toSorted())
  await (await nats.connection).flush()
  expect(revoked).toEqual(expect.arrayContaining(expected))
})

test('SEC-13 NATS has the revocation before the caller has the response to the logout', async () => {
  const slow = await startProxy(env.NATS_URL, (client, server) => {
    client.on('data', (chunk) => setTimeout(() => server.write(chunk), 100))
    server.pipe(client)
  })
  const url = new URL(env.NATS_URL)
  url.port = String(slow.port)
  const remote = await setupAuth({ NATS_URL: url.href, MONGO_URL: env.MONGO_URL })
  const ada = await remote.newUser()
  await ada.call(logout)
  await (await nats.connection).flush()
  expect(revoked).toContain(ada.sid)
})
