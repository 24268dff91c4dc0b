import { subscribe } from '@zing/kit/nats/broadcast'
import { errors } from '@zing/proto/errors'
import { DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import {
  changePassword,
  confirmPassword,
  countRecoveryCodes,
  createRecoveryCodes,
  recoverAccount,
} from '@zing/proto/http/account'
import { login, registerUser, updateUser } from '@zing/proto/http/auth'
import { CONFIRMATION_TTL_MS, LOGIN_CONFIRMS_MS, RECOVERY_CODES } from '@zing/proto/limits'
import { sessionsRevoked } from '@zing/proto/nats/broadcasts'
import { getActiveSessions, getConfirmed } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { describe, expect, test, vi } from 'vitest'
import { newDetails, PASSWORD, setupAuth } from '../setup-auth.ts'
import { stopClock } from '../stop-clock.ts'

const { nats, db, anonymous, newUser, logIn, clientOf } = await setupAuth()
const sessions = db.collection<{ _id: string; confirmedUntil?: Date }>('sessions')
const revoked: string[] = []
subscribe(nats, sessionsRevoked, ({ sids }) => void revoked.push(...(sids ?? [])))

const NEW_PASSWORD = 'battery staple'
const NEVER_A_CODE = '0000-0000-0000-0000'
const confirmNeeded = errors.confirmNeeded().body
const wrongCode = errors.wrongRecoveryCode().body
type User = Awaited<ReturnType<typeof newUser>>

function confirm({ call }: Pick<User, 'call'>, password = PASSWORD) {
  return call(confirmPassword, { body: { password } })
}

async function codesOf(user: User): Promise<string[]> {
  expect((await confirm(user)).status).toBe(204)
  const { status, body } = await user.call(createRecoveryCodes)
  expect(status).toBe(200)
  return body.codes
}

function recover(username: string, code: string | undefined, newPassword = NEW_PASSWORD) {
  return anonymous.call(recoverAccount, { body: { username, code, newPassword } })
}

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // the response carries a token
  return sid
}

async function activeOf({ user }: User, sids: string[]): Promise<string[]> {
  return (await request(nats, getActiveSessions, { sessions: sids.map((sid) => ({ sid, userId: user.id })) })).sids
}

describe('confirming the password', () => {
  test('it allows sensitive calls for ten minutes, in this session only', async () => {
    const ada = await newUser()
    const otherSid = sidOf((await logIn(ada.user.username)).headers)
    const other = clientOf({ userId: ada.user.id, sid: otherSid })
    await sessions.updateOne({ _id: otherSid }, { $unset: { confirmedUntil: 1 } }) // as five minutes after the login
    const refused = await ada.call(createRecoveryCodes)
    expect([refused.status, refused.body]).toEqual([403, confirmNeeded])

    const confirmed = await confirm(ada)
    expect([confirmed.status, confirmed.body]).toEqual([204, undefined])
    expect((await ada.call(createRecoveryCodes)).status).toBe(200)
    expect((await other.call(createRecoveryCodes)).body).toEqual(confirmNeeded)

    const { confirmedUntil } = (await sessions.findOne({ _id: ada.sid })) ?? {}
    const leftMs = Number(confirmedUntil) - Date.now()
    expect(leftMs).toBeLessThanOrEqual(CONFIRMATION_TTL_MS)
    expect(leftMs).toBeGreaterThan(CONFIRMATION_TTL_MS - 60_000)
    await sessions.updateOne({ _id: ada.sid }, { $set: { confirmedUntil: new Date(Date.now() - 1) } })
    expect((await ada.call(createRecoveryCodes)).body).toEqual(confirmNeeded)
  })

  test('a login with the password does the same for five minutes (10.account.login-confirms)', async () => {
    const ada = await newUser()
    const before = Date.now()
    const sid = sidOf((await logIn(ada.user.username)).headers)
    const { confirmedUntil } = (await sessions.findOne({ _id: sid })) ?? {}
    expect(Number(confirmedUntil)).toBeGreaterThanOrEqual(before + LOGIN_CONFIRMS_MS)
    expect(Number(confirmedUntil)).toBeLessThanOrEqual(Date.now() + LOGIN_CONFIRMS_MS)

    const loggedIn = clientOf({ userId: ada.user.id, sid })
    expect((await loggedIn.call(createRecoveryCodes)).status).toBe(200)
    expect((await ada.call(createRecoveryCodes)).body).toEqual(confirmNeeded) // the sign-up's own session
    await sessions.updateOne({ _id: sid }, { $set: { confirmedUntil: new Date(Date.now() - 1) } })
    expect((await loggedIn.call(createRecoveryCodes)).body).toEqual(confirmNeeded)
  })

  test('a registration does the same for five minutes, and admin learns it by RPC (10.account.login-confirms)', async () => {
    const { headers, body: user } = await anonymous.call(registerUser, { body: newDetails() })
    const identity = { userId: user.id, sid: sidOf(headers) }
    const { confirmedUntil } = (await sessions.findOne({ _id: identity.sid })) ?? {}
    expect(Number(confirmedUntil) - Date.now()).toBeLessThanOrEqual(LOGIN_CONFIRMS_MS)
    expect((await clientOf(identity).call(createRecoveryCodes)).status).toBe(200)
    expect(await request(nats, getConfirmed, identity)).toEqual({ isConfirmed: true })
    expect(await request(nats, getConfirmed, { ...identity, userId: user.id + 1 })).toEqual({ isConfirmed: false })

    await sessions.updateOne({ _id: identity.sid }, { $set: { confirmedUntil: new Date(Date.now() - 1) } })
    expect((await clientOf(identity).call(createRecoveryCodes)).body).toEqual(confirmNeeded)
    expect(await request(nats, getConfirmed, identity)).toEqual({ isConfirmed: false })
  })

  test('a wrong password opens nothing, and shares its throttle with guesses at a change', async () => {
    const ada = await newUser()
    for (let i = 0; i < 3; i++) {
      const wrong = await confirm(ada, `wrong ${i}`)
      expect([wrong.status, wrong.body]).toEqual([403, errors.wrongPassword().body])
    }
    const body = { currentPassword: 'wrong', newPassword: NEW_PASSWORD }
    for (let i = 0; i < 2; i++) expect((await ada.call(changePassword, { body })).status).toBe(403)
    expect((await confirm(ada)).status).toBe(429)
    expect((await ada.call(createRecoveryCodes)).body).toEqual(confirmNeeded)
  })

  test("neither another user's sid nor an ended session can be confirmed", async () => {
    const [ada, mallory] = [await newUser(), await newUser()]
    expect((await confirm(clientOf({ userId: mallory.user.id, sid: ada.sid }))).status).toBe(401)
    expect((await ada.call(createRecoveryCodes)).status).toBe(403)
    await confirm(ada)
    expect((await clientOf({ userId: mallory.user.id, sid: ada.sid }).call(createRecoveryCodes)).status).toBe(403)
    await sessions.deleteOne({ _id: ada.sid })
    expect((await confirm(ada)).status).toBe(401)
  })

  test.each([
    [{}, 'Password is required'],
    [{ password: '' }, 'Password is required'],
    [{ password: { $gt: '' } }, 'Password is required'],
  ])('the confirmation %j is rejected with its message', async (body, message) => {
    const response = await (await newUser()).call(confirmPassword, { body })
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
  })

  test.each([confirmPassword, createRecoveryCodes])('$path needs a session', async (endpoint) => {
    expect((await anonymous.call(endpoint, { body: { password: PASSWORD } })).status).toBe(401)
  })

  test('the number of recovery codes needs a session', async () => {
    expect((await anonymous.call(countRecoveryCodes)).status).toBe(401)
  })
})

describe('recovery codes', () => {
  test('there are ten, all different, stored as digests (V6.5.3, V6.5.4)', async () => {
    const ada = await newUser()
    const codes = await codesOf(ada)
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const stored = JSON.stringify(await db.collection('users').findOne({ username: ada.user.username }))
    for (const code of codes) {
      expect(stored).not.toContain(code)
      expect(stored).not.toContain(code.replaceAll('-', ''))
    }
  })

  test('a user sees how many of their own codes are unused', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const unused = async (user: User) => (await user.call(countRecoveryCodes)).body
    expect(await unused(ada)).toEqual({ unused: 0 })
    const [code] = await codesOf(ada)
    expect([await unused(ada), await unused(ben)]).toEqual([{ unused: RECOVERY_CODES }, { unused: 0 }])

    const { headers } = await recover(ada.user.username, code)
    const recovered = clientOf({ userId: ada.user.id, sid: sidOf(headers) })
    expect((await recovered.call(countRecoveryCodes)).body).toEqual({ unused: RECOVERY_CODES - 1 })
  })

  test('a code sets a new password once, ends every session and signs in (V6.4.3)', async () => {
    const ada = await newUser()
    const other = sidOf((await logIn(ada.user.username)).headers)
    const [code, next] = await codesOf(ada)

    const recovered = await recover(ada.user.username.toUpperCase(), code?.toLowerCase().replaceAll('-', ' '))
    expect([recovered.status, recovered.body]).toEqual([200, ada.user])
    expect(recovered.headers.get(DEVICE_HEADER)).not.toBeNull()
    const opened = sidOf(recovered.headers)
    expect(await activeOf(ada, [ada.sid, other, opened])).toEqual([opened])
    await vi.waitFor(() => expect(revoked).toEqual(expect.arrayContaining([ada.sid, other])), WAIT)
    expect(revoked).not.toContain(opened)
    const { body } = await clientOf({ userId: ada.user.id, sid: opened }).call(createRecoveryCodes)
    expect(body).toEqual(confirmNeeded) // a code is neither password nor passkey
    expect((await logIn(ada.user.username, PASSWORD)).status).toBe(401)
    expect((await logIn(ada.user.username, NEW_PASSWORD)).status).toBe(200)

    const replayed = await recover(ada.user.username, code, 'another new one')
    expect([replayed.status, replayed.body]).toEqual([401, wrongCode])
    expect((await logIn(ada.user.username, NEW_PASSWORD)).status).toBe(200)
    expect((await recover(ada.user.username, next, 'another new one')).status).toBe(200)
  })

  test('when recoveries with one code are concurrent, one succeeds (V6.5.1)', async () => {
    const ada = await newUser()
    const [code] = await codesOf(ada)
    const passwords = ['first new one', 'second new one', 'third new one', 'fourth new one']
    const statuses = (await Promise.all(passwords.map((password) => recover(ada.user.username, code, password)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401])
    expect((await logIn(ada.user.username, passwords[statuses.indexOf(200)])).status).toBe(200)
  })

  test('a concurrent profile change does not restore a used code', async () => {
    const ada = await newUser()
    const [code] = await codesOf(ada)
    const [recovered] = await Promise.all([
      recover(ada.user.username, code),
      ...[31, 32, 33].map((age) => ada.call(updateUser, { body: { age } })),
    ])
    expect(recovered.status).toBe(200)
    expect((await recover(ada.user.username, code)).status).toBe(401)
  })

  test("new codes replace the earlier ones, and other users' codes do not fit", async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const [old] = await codesOf(ada)
    const [current] = await codesOf(ada)
    const [foreign] = await codesOf(ben)
    expect((await recover(ada.user.username, old)).status).toBe(401)
    expect((await recover(ada.user.username, foreign)).status).toBe(401)
    expect((await recover(ada.user.username, current)).status).toBe(200)
  })

  test('SEC-49 an unknown username, a missing code and a wrong code get the same response', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    await codesOf(ada)
    const responses = [
      await recover(ada.user.username, NEVER_A_CODE),
      await recover(ben.user.username, NEVER_A_CODE),
      await recover('no.such.user', NEVER_A_CODE),
    ]
    const shapes = responses.map(({ status, body, headers }) => [status, body, [...headers.keys()].toSorted()])
    expect(shapes[0]?.slice(0, 2)).toEqual([401, wrongCode])
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
    expect(responses.map(({ headers }) => headers.get(SESSION_HEADER))).toEqual([null, null, null])
  })

  test('SEC-48 guesses are throttled, also for unknown usernames, but delay no login', async () => {
    stopClock()
    const ada = await newUser()
    const [code] = await codesOf(ada)
    for (const username of [ada.user.username, 'no.such.user.either']) {
      for (let i = 0; i < 5; i++) expect((await recover(username, NEVER_A_CODE)).status).toBe(401)
      const limited = await recover(username, code)
      expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
    }
    expect((await logIn(ada.user.username)).status).toBe(200)
    await vi.waitFor(async () => expect((await recover(ada.user.username, code)).status).toBe(200), WAIT)
  })

  test('a common password is refused and uses up no code', async () => {
    const ada = await newUser()
    const [code] = await codesOf(ada)
    const refused = await recover(ada.user.username, code, 'password1')
    expect([refused.status, refused.body]).toEqual([400, errors.commonPassword().body])
    expect((await recover(ada.user.username, code)).status).toBe(200)
  })

  test('a recovery by a browser that is signed in ends that session', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const [code] = await codesOf(ada)
    const body = { username: ada.user.username, code, newPassword: NEW_PASSWORD }
    expect((await ben.call(recoverAccount, { body })).status).toBe(200)
    expect(await activeOf(ben, [ben.sid])).toEqual([])
  })

  test.each([
    [{ code: NEVER_A_CODE, newPassword: NEW_PASSWORD }, 'Username is required'],
    [{ username: 'ada', newPassword: NEW_PASSWORD }, 'Recovery code is required'],
    [{ username: 'ada', code: '1234', newPassword: NEW_PASSWORD }, 'Invalid recovery code'],
    [{ username: 'ada', code: { $ne: null }, newPassword: NEW_PASSWORD }, 'Recovery code is required'],
    [{ username: 'ada', code: NEVER_A_CODE, newPassword: 'short' }, 'Password must be at least 6 characters'],
  ])('the recovery %j is rejected with its message', async (body, message) => {
    const response = await anonymous.call(recoverAccount, { body })
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
  })

  test('a new account has no recovery codes, and can log in', async () => {
    const ada = await newUser()
    expect(await db.collection('users').findOne({ username: ada.user.username })).not.toHaveProperty('recoveryCodes')
    expect((await anonymous.call(login, { body: { username: ada.user.username, password: PASSWORD } })).status).toBe(
      200,
    )
  })
})
