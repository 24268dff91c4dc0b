import { generateKeyPairSync } from 'node:crypto'
import { errors } from '@zing/proto/errors'
import { DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import {
  changePassword,
  confirmPassword,
  countRecoveryCodes,
  createRecoveryCodes,
  deleteAccount,
  recoverAccount,
} from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { createExport } from '@zing/proto/http/exports'
import * as contract from '@zing/proto/http/passkeys'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_USER, RECOVERY_CODES } from '@zing/proto/limits'
import { sanctionImposed } from '@zing/proto/nats/events'
import { getActiveSessions } from '@zing/proto/nats/rpc/auth'
import { PRODUCT_NAME } from '@zing/proto/product'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import jwt from 'jsonwebtoken'
import { describe, expect, test, vi } from 'vitest'
import { type Authenticator, createAuthenticator } from '../authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from '../setup-auth.ts'
import { stopClock } from '../stop-clock.ts'

// without Redis, which a busy machine may find away: the throttle then counts anew
const { nats, db, anonymous, newUser, logIn, clientOf, publishEvent, eventsHandled } = await setupAuth({
  REDIS_URL: '',
})
const challenges = db.collection<{ _id: string; expiresAt: Date }>('passkeyChallenges')
const passkeys = db.collection<{ _id: string }>('passkeys')
const storedSessions = db.collection<{ _id: string }>('sessions')

type User = Awaited<ReturnType<typeof newUser>>
type Client = Pick<User, 'call'>
type SignDifferences = Parameters<Authenticator['sign']>[1]

const confirmNeeded = errors.confirmNeeded().body
const wrongPasskey = errors.wrongPasskey().body

async function confirm({ call }: Client): Promise<void> {
  expect((await call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
}

async function optionsOf({ call }: Client) {
  const { status, body } = await call(contract.createPasskeyOptions)
  expect(status).toBe(200)
  return body
}

/** Adds an authenticator's passkey to a user who has confirmed. */
async function add(user: Client, authenticator: Authenticator, name = 'My phone') {
  const passkey = authenticator.create(await optionsOf(user))
  return user.call(contract.addPasskey, { body: { name, passkey } })
}

async function newUserWithPasskey(settings = {}) {
  const ada = await newUser()
  const authenticator = createAuthenticator(ORIGIN, settings)
  await confirm(ada)
  const { status, body: passkey } = await add(ada, authenticator)
  expect(status).toBe(201)
  return { ada, authenticator, passkey }
}

async function loginOptions() {
  const { status, body } = await anonymous.call(contract.createLoginOptions)
  expect(status).toBe(200)
  return body
}

async function logInWith(authenticator: Authenticator, differences: SignDifferences = {}, client: Client = anonymous) {
  const { id, options } = await loginOptions()
  return client.call(contract.logInWithPasskey, { body: { id, passkey: authenticator.sign(options, differences) } })
}

function sidOf(headers: Headers): string {
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // the response carries a token
  return sid
}

async function activeOf(userId: number, sids: string[]): Promise<string[]> {
  return (await request(nats, getActiveSessions, { sessions: sids.map((sid) => ({ sid, userId })) })).sids
}

/** Opens a second session of a user, on another device. */
/** A login on another device, more than five minutes ago. */
async function onSecondDevice({ user }: User) {
  const sid = sidOf((await logIn(user.username)).headers)
  await storedSessions.updateOne({ _id: sid }, { $unset: { confirmedUntil: 1 } })
  return clientOf({ userId: user.id, sid })
}

describe('adding a passkey', () => {
  test('the options name the user and this domain, and request a passkey that needs no username', async () => {
    const ada = await newUser()
    await confirm(ada)
    const options = await optionsOf(ada)
    expect(options).toMatchObject({
      rp: { id: 'zing.example.org', name: PRODUCT_NAME },
      user: { name: ada.user.username, displayName: 'Ada' },
      attestation: 'none',
      timeout: PASSKEY_CHALLENGE_MS,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(options.challenge, 'base64url').length).toBeGreaterThanOrEqual(16)
    expect((await optionsOf(ada)).challenge).not.toBe(options.challenge)
  })

  test('a passkey is listed with its name and excluded from the next options', async () => {
    const { ada, authenticator, passkey } = await newUserWithPasskey({ isSynced: true })
    expect(passkey).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      name: 'My phone',
      isSynced: true,
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
    const listed = await ada.call(contract.listPasskeys)
    expect([listed.status, listed.body]).toEqual([200, [passkey]])
    expect(listed.headers.get('cache-control')).toBe('private, no-store')
    const { excludeCredentials } = await optionsOf(ada)
    expect(excludeCredentials).toEqual([{ id: authenticator.id, type: 'public-key', transports: ['internal'] }])
    expect((await (await newUser()).call(contract.listPasskeys)).body).toEqual([])
  })

  test('it requires a confirmation for the options and again for the passkey', async () => {
    const ada = await newUser()
    const refused = await ada.call(contract.createPasskeyOptions)
    expect([refused.status, refused.body]).toEqual([403, confirmNeeded])
    await confirm(ada)
    const passkey = createAuthenticator(ORIGIN).create(await optionsOf(ada))
    await db.collection<{ _id: string }>('sessions').updateOne({ _id: ada.sid }, { $unset: { confirmedUntil: 1 } })
    const late = await ada.call(contract.addPasskey, { body: { name: 'My phone', passkey } })
    expect([late.status, late.body]).toEqual([403, confirmNeeded])
    expect((await ada.call(contract.listPasskeys)).body).toEqual([])
  })

  test('a challenge is valid for its session only, once, for five minutes', async () => {
    const ada = await newUser()
    const second = await onSecondDevice(ada)
    await confirm(ada)
    await confirm(second)
    const send = (client: Client, authenticator: Authenticator, options: Awaited<ReturnType<typeof optionsOf>>) =>
      client.call(contract.addPasskey, { body: { name: 'My phone', passkey: authenticator.create(options) } })

    const elsewhere = await send(second, createAuthenticator(ORIGIN), await optionsOf(ada))
    expect([elsewhere.status, elsewhere.body]).toEqual([400, errors.invalidPasskey().body])

    const options = await optionsOf(ada)
    expect((await send(ada, createAuthenticator(ORIGIN), options)).status).toBe(201)
    expect((await send(ada, createAuthenticator(ORIGIN), options)).status).toBe(400)

    const late = await optionsOf(ada)
    const { expiresAt } = (await challenges.findOne({ _id: `add:${ada.sid}` })) ?? {}
    const leftMs = Number(expiresAt) - Date.now()
    expect(leftMs).toBeLessThanOrEqual(PASSKEY_CHALLENGE_MS)
    expect(leftMs).toBeGreaterThan(PASSKEY_CHALLENGE_MS - 60_000)
    await challenges.updateOne({ _id: `add:${ada.sid}` }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await send(ada, createAuthenticator(ORIGIN), late)).status).toBe(400)
    expect((await ada.call(contract.listPasskeys)).body).toHaveLength(1)
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: Buffer.from('another one').toString('base64url') }],
    ['of a signature', { type: 'webauthn.get' }],
    ['without a verified user', { flags: 0x01 }],
    ['with an attestation that was not asked for', { format: 'apple' }],
  ])('a passkey %s is refused and uses up the challenge', async (_what, differences) => {
    const ada = await newUser()
    await confirm(ada)
    const authenticator = createAuthenticator(ORIGIN)
    const options = await optionsOf(ada)
    for (const passkey of [authenticator.create(options, differences), authenticator.create(options)]) {
      const { status, body } = await ada.call(contract.addPasskey, { body: { name: 'My phone', passkey } })
      expect([status, body]).toEqual([400, errors.invalidPasskey().body])
    }
    expect((await ada.call(contract.listPasskeys)).body).toEqual([])
  })

  test('a passkey belongs to one user', async () => {
    const { authenticator } = await newUserWithPasskey()
    const mallory = await newUser()
    await confirm(mallory)
    const stolen = await add(mallory, authenticator)
    expect([stolen.status, stolen.body]).toEqual([409, errors.knownPasskey().body])
  })

  test('a user has at most ten passkeys, even after concurrent requests', async () => {
    const { ada } = await newUserWithPasskey()
    for (let i = 2; i < PASSKEYS_PER_USER; i++) {
      expect((await add(ada, createAuthenticator(ORIGIN), `Key ${i}`)).status).toBe(201)
    }
    const sessions = [ada, await onSecondDevice(ada), await onSecondDevice(ada)]
    const prepared = []
    for (const session of sessions) {
      await confirm(session)
      prepared.push({ session, passkey: createAuthenticator(ORIGIN).create(await optionsOf(session)) })
    }
    const added = await Promise.all(
      prepared.map(({ session, passkey }) => session.call(contract.addPasskey, { body: { name: 'Last', passkey } })),
    )
    expect(added.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    const full = await ada.call(contract.createPasskeyOptions)
    expect([full.status, full.body]).toEqual([409, errors.tooManyPasskeys().body])
    expect((await ada.call(contract.listPasskeys)).body).toHaveLength(PASSKEYS_PER_USER)
  })

  test.each([
    [{}, 'Name is required'],
    [{ name: '  ' }, 'Name is required'],
    [{ name: 'x'.repeat(51) }, 'Name cannot exceed 50 characters'],
    [{ name: 'My phone' }, 'Invalid passkey'],
    [{ name: 'My phone', passkey: { id: { $gt: '' } } }, 'Invalid passkey'],
    [{ name: 'My phone', passkey: { id: 'a', rawId: 'a', type: 'public-key' } }, 'Invalid passkey'],
  ])('the passkey %j is rejected with its message', async (body, message) => {
    const ada = await newUser()
    const response = await ada.call(contract.addPasskey, { body })
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
  })
})

describe('a login with a passkey', () => {
  test('it needs neither username nor password, and confirms for a while (10.account.login-confirms)', async () => {
    const { ada, authenticator } = await newUserWithPasskey()
    const { options } = await loginOptions()
    expect(options).toMatchObject({ rpId: 'zing.example.org', allowCredentials: [], userVerification: 'required' })

    const { status, body, headers } = await logInWith(authenticator)
    expect([status, body]).toEqual([200, ada.user])
    const session = clientOf({ userId: ada.user.id, sid: sidOf(headers) })
    expect((await session.call(getUser)).body).toEqual(ada.user)
    expect(headers.get(DEVICE_HEADER)).not.toBeNull()
    const [passkey] = (await ada.call(contract.listPasskeys)).body
    expect(Date.now() - Date.parse(passkey?.lastUsedAt ?? '')).toBeLessThan(60_000)
    expect((await session.call(createRecoveryCodes)).status).toBe(200)
    expect((await logIn(ada.user.username)).status).toBe(200)
  })

  test('it ends the session whose cookie comes with it (V7.2.4)', async () => {
    const { ada, authenticator } = await newUserWithPasskey()
    const { headers } = await logInWith(authenticator, {}, ada)
    const sid = sidOf(headers)
    expect(await activeOf(ada.user.id, [ada.sid, sid])).toEqual([sid])
  })

  test('a challenge is valid once, even if the login fails, for five minutes', async () => {
    const { authenticator } = await newUserWithPasskey()
    const { id, options } = await loginOptions()
    const passkey = authenticator.sign(options)
    const send = (body: unknown) => anonymous.call(contract.logInWithPasskey, { body })
    expect((await send({ id, passkey })).status).toBe(200)
    const replayed = await send({ id, passkey })
    expect([replayed.status, replayed.body]).toEqual([401, errors.wrongPasskey().body])
    expect((await send({ id, passkey: authenticator.sign(options) })).status).toBe(401)

    const other = await loginOptions()
    expect((await send({ id: other.id, passkey: authenticator.sign(options) })).status).toBe(401)
    expect((await send({ id: other.id, passkey: authenticator.sign(other.options) })).status).toBe(401)

    const late = await loginOptions()
    await challenges.updateOne({ _id: `login:${late.id}` }, { $set: { expiresAt: new Date(Date.now() - 1) } })
    expect((await send({ id: late.id, passkey: authenticator.sign(late.options) })).status).toBe(401)
  })

  test('of concurrent logins with one challenge, one succeeds', async () => {
    const { authenticator } = await newUserWithPasskey()
    const { id, options } = await loginOptions()
    const attempts = Array.from({ length: 4 }, () => ({ id, passkey: authenticator.sign(options) }))
    const responses = await Promise.all(attempts.map((body) => anonymous.call(contract.logInWithPasskey, { body })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401])
  })

  test.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another domain', { rpId: 'evil.example' }],
    ['of another challenge', { challenge: Buffer.from('another one').toString('base64url') }],
    ['of a creation', { type: 'webauthn.create' }],
    ['without a verified user', { flags: 0x01 }],
    ['by another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
    ['for another user', { userHandle: Buffer.from('999999').toString('base64url') }],
    ['for no user', { userHandle: undefined }],
  ])('a signature %s opens no session', async (_what, differences) => {
    const { authenticator } = await newUserWithPasskey()
    const refused = await logInWith(authenticator, differences)
    expect([refused.status, refused.body]).toEqual([401, errors.wrongPasskey().body])
    expect(refused.headers.get(SESSION_HEADER)).toBeNull()
    expect((await logInWith(authenticator)).status).toBe(200)
  })

  test('an unknown passkey gets the same response as a wrong signature', async () => {
    const { authenticator } = await newUserWithPasskey()
    const wrong = await logInWith(authenticator, { origin: 'https://evil.example' })
    const unknown = await logInWith(createAuthenticator(ORIGIN), { userHandle: 'MQ' })
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body])
    expect([...unknown.headers.keys()].toSorted()).toEqual([...wrong.headers.keys()].toSorted())
  })

  test('when a counter does not rise, the authenticator is a copy and is refused', async () => {
    const { authenticator } = await newUserWithPasskey()
    expect((await logInWith(authenticator, { counter: 7 })).status).toBe(200)
    expect((await logInWith(authenticator, { counter: 7 })).status).toBe(401)
    expect((await logInWith(authenticator, { counter: 6 })).status).toBe(401)
    expect((await logInWith(authenticator, { counter: 0 })).status).toBe(401)
    expect((await logInWith(authenticator, { counter: 8 })).status).toBe(200)

    const [first, second] = [await loginOptions(), await loginOptions()]
    const responses = await Promise.all(
      [first, second].map(({ id, options }) =>
        anonymous.call(contract.logInWithPasskey, {
          body: { id, passkey: authenticator.sign(options, { counter: 9 }) },
        }),
      ),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  test('an authenticator without a counter can sign in repeatedly', async () => {
    const { authenticator } = await newUserWithPasskey({ counts: false })
    for (let i = 0; i < 3; i++) expect((await logInWith(authenticator)).status).toBe(200)
  })

  test('SEC-48 wrong signatures are throttled apart from wrong passwords (V6.3.4)', async () => {
    stopClock()
    const { ada, authenticator } = await newUserWithPasskey()
    const wrong = { origin: 'https://evil.example' }
    for (let i = 0; i < 5; i++) expect((await logInWith(authenticator, wrong)).status).toBe(401)
    const limited = await logInWith(authenticator)
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await logIn(ada.user.username)).status).toBe(200)
    await vi.waitFor(async () => expect((await logInWith(authenticator)).status).toBe(200), WAIT)

    for (let i = 0; i < 6; i++) await logIn(ada.user.username, `wrong ${i}`)
    expect((await logIn(ada.user.username)).status).toBe(429)
    expect((await logInWith(authenticator)).status).toBe(200)
  })

  test.each([
    [{}, 'Invalid passkey'],
    [{ id: 'x' }, 'Invalid passkey'],
    [{ id: 'A'.repeat(22) }, 'Invalid passkey'],
    [{ id: { $ne: null }, passkey: {} }, 'Invalid passkey'],
  ])('the login %j is rejected', async (body, message) => {
    const response = await anonymous.call(contract.logInWithPasskey, { body })
    expect([response.status, response.body]).toEqual([400, { message, code: 'INVALID_REQUEST' }])
  })
})

describe('a confirmation with a passkey', () => {
  async function confirmWith({ call }: Client, authenticator: Authenticator, differences: SignDifferences = {}) {
    const { status, body: options } = await call(contract.createConfirmOptions)
    expect(status).toBe(200)
    return call(contract.confirmWithPasskey, { body: { passkey: authenticator.sign(options, differences) } })
  }

  test('it opens sensitive calls for this session alone', async () => {
    const { ada, authenticator } = await newUserWithPasskey()
    const [phone, laptop] = [await onSecondDevice(ada), await onSecondDevice(ada)]
    expect((await phone.call(createRecoveryCodes)).body).toEqual(confirmNeeded)
    const { body: options } = await phone.call(contract.createConfirmOptions)
    expect(options.allowCredentials).toEqual([{ id: authenticator.id, type: 'public-key', transports: ['internal'] }])
    const confirmed = await confirmWith(phone, authenticator)
    expect([confirmed.status, confirmed.body]).toEqual([204, undefined])
    expect((await phone.call(createRecoveryCodes)).status).toBe(200)
    expect((await laptop.call(createRecoveryCodes)).body).toEqual(confirmNeeded)
  })

  test("it accepts no replay, no other session's challenge, no login and no other user's passkey", async () => {
    const { ada, authenticator } = await newUserWithPasskey()
    const { authenticator: foreign } = await newUserWithPasskey()
    const [phone, laptop] = [await onSecondDevice(ada), await onSecondDevice(ada)]
    const send = (client: Client, passkey: unknown) => client.call(contract.confirmWithPasskey, { body: { passkey } })

    const { body: options } = await phone.call(contract.createConfirmOptions)
    const signed = authenticator.sign(options)
    const elsewhere = await send(laptop, signed)
    expect([elsewhere.status, elsewhere.body]).toEqual([403, wrongPasskey])
    expect((await send(phone, signed)).status).toBe(204)
    expect((await send(laptop, signed)).status).toBe(403)
    expect((await send(laptop, authenticator.sign((await loginOptions()).options))).status).toBe(403)
    expect((await confirmWith(laptop, foreign)).body).toEqual(wrongPasskey)
    expect((await laptop.call(createRecoveryCodes)).body).toEqual(confirmNeeded)
  })

  test('SEC-48 attempts with passkey and password share one throttle', async () => {
    stopClock()
    const { ada, authenticator } = await newUserWithPasskey()
    for (let i = 0; i < 3; i++) {
      expect((await confirmWith(ada, authenticator, { origin: 'https://evil.example' })).status).toBe(403)
    }
    for (let i = 0; i < 2; i++) {
      expect((await ada.call(confirmPassword, { body: { password: `wrong ${i}` } })).status).toBe(403)
    }
    expect((await confirmWith(ada, authenticator)).status).toBe(429)
    expect((await ada.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(429)
  })

  test('a user without a passkey gets a 403', async () => {
    const { status, body } = await (await newUser()).call(contract.createConfirmOptions)
    expect([status, body]).toEqual([403, errors.noPasskeys().body])
  })
})

describe('removing passkeys', () => {
  test('a removed passkey cannot sign in, and its place is free', async () => {
    const { ada, authenticator, passkey } = await newUserWithPasskey()
    const params = { id: passkey.id }
    await db.collection<{ _id: string }>('sessions').updateOne({ _id: ada.sid }, { $unset: { confirmedUntil: 1 } })
    const refused = await ada.call(contract.removePasskey, { params })
    expect([refused.status, refused.body]).toEqual([403, confirmNeeded])
    expect((await logInWith(authenticator)).status).toBe(200)

    await confirm(ada)
    expect((await ada.call(contract.removePasskey, { params })).status).toBe(204)
    expect((await logInWith(authenticator)).status).toBe(401)
    expect((await ada.call(contract.listPasskeys)).body).toEqual([])
    expect((await ada.call(contract.removePasskey, { params })).status).toBe(404)
    expect((await add(ada, createAuthenticator(ORIGIN))).status).toBe(201)
  })

  test("another user's passkey is not found and stays", async () => {
    const { authenticator, passkey } = await newUserWithPasskey()
    const mallory = await newUser()
    await confirm(mallory)
    const refused = await mallory.call(contract.removePasskey, { params: { id: passkey.id } })
    expect([refused.status, refused.body]).toEqual([404, errors.notFound().body])
    expect((await logInWith(authenticator)).status).toBe(200)
    const invalid = await mallory.call(contract.removePasskey, { params: { id: authenticator.id } })
    expect([invalid.status, invalid.body]).toEqual([404, errors.notFound().body])
  })

  test.each([
    ['when the password is changed, it removes all passkeys and recovery codes', {}, 401, 0],
    ['when the user keeps the other ways in, it removes none', { keepOtherWays: true }, 200, RECOVERY_CODES],
  ])('%s', async (_, choice, status, unused) => {
    const { ada, authenticator } = await newUserWithPasskey()
    const { codes } = (await ada.call(createRecoveryCodes)).body
    const body = { currentPassword: PASSWORD, newPassword: 'battery staple', ...choice }
    expect((await ada.call(changePassword, { body: { ...body, currentPassword: 'wrong' } })).status).toBe(403)
    expect((await logInWith(authenticator)).status).toBe(200)

    expect((await ada.call(changePassword, { body })).status).toBe(204)
    expect((await logInWith(authenticator)).status).toBe(status)
    expect((await ada.call(countRecoveryCodes)).body).toEqual({ unused })
    const recovery = { username: ada.user.username, code: codes[0], newPassword: 'another new one' }
    expect((await anonymous.call(recoverAccount, { body: recovery })).status).toBe(status)
  })

  test('a recovery removes all passkeys, since an attacker may have added one (V6.4.3)', async () => {
    const { ada, authenticator } = await newUserWithPasskey()
    const { body } = await ada.call(createRecoveryCodes)
    const recovery = { username: ada.user.username, code: body.codes[0], newPassword: 'battery staple' }
    expect((await anonymous.call(recoverAccount, { body: recovery })).status).toBe(200)
    expect((await logInWith(authenticator)).status).toBe(401)
    expect(await passkeys.countDocuments({ userId: ada.user.id })).toBe(0)
    expect((await logIn(ada.user.username, 'battery staple')).status).toBe(200)
  })
})

test('SEC-139 a suspended user cannot sign in with a passkey either, and learns why', async () => {
  const { ada, authenticator } = await newUserWithPasskey()
  const until = new Date(Date.now() + 60_000).toISOString()
  const decision = { decisionId: 1, action: 'suspend' as const, reason: 'threats' as const, text: null, field: null }
  await publishEvent(sanctionImposed, { userId: ada.user.id, ...decision, until })
  await eventsHandled()
  const refused = await logInWith(authenticator)
  expect([refused.status, refused.body.code]).toEqual([403, 'SUSPENDED'])
  expect(refused.headers.get(SESSION_HEADER)).toBeNull()
})

test('SEC-120 a deleted account loses its passkeys and copies of data', async () => {
  const { ada, authenticator } = await newUserWithPasskey()
  expect((await ada.call(createExport)).status).toBe(200)
  expect((await ada.call(deleteAccount)).status).toBe(204)
  const owned = ['passkeys', 'exports', 'exportChunks', 'sessions']
  const left = () => Promise.all(owned.map((name) => db.collection(name).countDocuments({ userId: ada.user.id })))
  await vi.waitFor(async () => expect(await left()).toEqual([0, 0, 0, 0]), WAIT)
  expect((await logInWith(authenticator)).status).toBe(401)
})

test.each([
  contract.listPasskeys,
  contract.createPasskeyOptions,
  contract.addPasskey,
  contract.createConfirmOptions,
  contract.confirmWithPasskey,
])('$method $path needs a session', async (endpoint) => {
  expect((await anonymous.call(endpoint, { body: endpoint.body && {} })).status).toBe(401)
})
