import { DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import {
  changePassword,
  confirmPassword,
  createRecoveryCodes,
  deleteAccount,
  endOtherSessions,
  recoverAccount,
} from '@zing/proto/http/account'
import { login } from '@zing/proto/http/auth'
import { addPasskey, createLoginOptions, createPasskeyOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import { deviceAdded } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from '../setup-auth.ts'

const { db, events, anonymous, newUser } = await setupAuth()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
type User = Awaited<ReturnType<typeof newUser>>

const eventsOf = ({ user }: User) => events.of(deviceAdded).filter(({ userId }) => userId === user.id)

function logIn({ user }: User, headers: Record<string, string> = {}) {
  return anonymous.call(login, { body: { username: user.username, password: PASSWORD }, headers })
}

/** Resolves when auth has published all stored events. */
async function published(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await db.collection('users').countDocuments({ 'outbox.0': { $exists: true } })).toBe(0)
  }, WAIT)
}

/** Waits until all earlier events have arrived, by waiting for a later one. */
async function allRecorded(): Promise<void> {
  await published()
  const eve = await newUser()
  await logIn(eve)
  await vi.waitFor(() => expect(eventsOf(eve)).toHaveLength(1), WAIT)
}

test('a browser that has never signed in to the account is announced once, by its known names', async () => {
  const ada = await newUser()
  const { status, headers } = await logIn(ada, { 'user-agent': FIREFOX })
  expect(status).toBe(200)
  await vi.waitFor(() => expect(eventsOf(ada)).toHaveLength(1), WAIT)
  expect(eventsOf(ada)).toMatchObject([{ userId: ada.user.id, browser: 'Firefox', system: 'Linux', epoch: 0 }])

  const device = headers.get(DEVICE_HEADER) ?? ''
  expect((await logIn(ada, { 'user-agent': FIREFOX, [DEVICE_HEADER]: device })).status).toBe(200)
  expect((await logIn(ada, { 'user-agent': '<script>alert(1)</script>' })).status).toBe(200)
  await vi.waitFor(() => expect(eventsOf(ada)).toHaveLength(2), WAIT)
  await published()
  expect(eventsOf(ada).at(-1)).toMatchObject({ browser: null, system: null })
  expect(eventsOf(ada)).toHaveLength(2)
})

test('neither a registration nor a login there afterwards is announced, nor a wrong password', async () => {
  const ada = await newUser()
  expect((await logIn(ada, { [DEVICE_HEADER]: ada.deviceCookie })).status).toBe(200)
  const wrong = { username: ada.user.username, password: 'wrong' }
  expect((await anonymous.call(login, { body: wrong, headers: { 'user-agent': FIREFOX } })).status).toBe(401)
  const ben = await newUser()
  await logIn(ben)
  await vi.waitFor(() => expect(eventsOf(ben)).toHaveLength(1), WAIT)
  await published()
  expect(eventsOf(ada)).toEqual([])
})

describe('SEC-48 a browser that has signed in before', () => {
  const NEW_PASSWORD = 'battery staple'
  const deviceIn = (headers: Headers) => headers.get(DEVICE_HEADER) ?? ''

  /** Signs in on another browser, waits for its notice and returns its device cookie. */
  async function secondBrowser(user: User): Promise<string> {
    const { headers } = await logIn(user)
    await vi.waitFor(() => expect(eventsOf(user)).toHaveLength(1), WAIT)
    return deviceIn(headers)
  }

  /** Tells whether a login sends the notice of a new browser. */
  async function isNew(user: User, device: string, password = PASSWORD): Promise<boolean> {
    await allRecorded()
    const before = eventsOf(user).length
    const body = { username: user.user.username, password }
    expect((await anonymous.call(login, { body, headers: { [DEVICE_HEADER]: device } })).status).toBe(200)
    await allRecorded()
    return eventsOf(user).length > before
  }

  test('when the password is changed, it is new again, and the browser of the change is not', async () => {
    const ada = await newUser()
    const thief = await secondBrowser(ada)
    expect(await isNew(ada, thief)).toBe(false)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const changed = await ada.call(changePassword, { body, headers: { [DEVICE_HEADER]: ada.deviceCookie } })
    expect(changed.status).toBe(204)
    expect(await isNew(ada, deviceIn(changed.headers), NEW_PASSWORD)).toBe(false)
    expect(await isNew(ada, thief, NEW_PASSWORD)).toBe(true)
    expect(await isNew(ada, ada.deviceCookie, NEW_PASSWORD)).toBe(true)
  })

  test('when a change is refused, it stays known', async () => {
    const ada = await newUser()
    const body = { currentPassword: 'wrong', newPassword: NEW_PASSWORD }
    const refused = await ada.call(changePassword, { body, headers: { [DEVICE_HEADER]: ada.deviceCookie } })
    expect([refused.status, refused.headers.get(DEVICE_HEADER)]).toEqual([403, null])
    expect(await isNew(ada, ada.deviceCookie)).toBe(false)
  })

  test('when the account is recovered, it is new again, and the browser of the recovery is not', async () => {
    const ada = await newUser()
    const thief = await secondBrowser(ada)
    await ada.call(confirmPassword, { body: { password: PASSWORD } })
    const { codes } = (await ada.call(createRecoveryCodes)).body
    const body = { username: ada.user.username, code: codes[0], newPassword: NEW_PASSWORD }
    const headers = { [DEVICE_HEADER]: ada.deviceCookie }
    const recovered = await anonymous.call(recoverAccount, { body, headers })
    expect(recovered.status).toBe(200)
    await allRecorded()
    expect(eventsOf(ada)).toHaveLength(1) // for the second browser
    expect(await isNew(ada, deviceIn(recovered.headers), NEW_PASSWORD)).toBe(false)
    expect(await isNew(ada, thief, NEW_PASSWORD)).toBe(true)
  })

  test('when all others are signed out, it is new again, and the browser that did so is not', async () => {
    const ada = await newUser()
    const thief = await secondBrowser(ada)
    const ended = await ada.call(endOtherSessions, { headers: { [DEVICE_HEADER]: ada.deviceCookie } })
    expect(ended.status).toBe(204)
    expect(await isNew(ada, deviceIn(ended.headers))).toBe(false)
    expect(await isNew(ada, thief)).toBe(true)
  })

  test('when a session on an unknown browser signs out all others, it does not become known', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    for (const headers of [{}, { [DEVICE_HEADER]: ben.deviceCookie }, { [DEVICE_HEADER]: 'x' }]) {
      const ended = await ada.call(endOtherSessions, { headers })
      expect([ended.status, ended.headers.get(DEVICE_HEADER)]).toEqual([204, null])
    }
  })

  test('when its username has come to another user, it is new to that account', async () => {
    const ada = await newUser()
    await ada.call(confirmPassword, { body: { password: PASSWORD } })
    expect((await ada.call(deleteAccount)).status).toBe(204)
    await db.collection<{ _id: number }>('tombstones').updateOne({ _id: ada.user.id }, { $unset: { usernameHash: 1 } })
    const eve = await newUser({ username: ada.user.username })
    expect(await isNew(eve, eve.deviceCookie)).toBe(false)
    expect(await isNew(eve, ada.deviceCookie)).toBe(true)
  })
})

test('a browser that another account has signed in from is new to this one', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  expect((await logIn(ada, { [DEVICE_HEADER]: ben.deviceCookie })).status).toBe(200)
  await vi.waitFor(() => expect(eventsOf(ada)).toHaveLength(1), WAIT)
})

test('a recovery and a login with a passkey are announced too', async () => {
  const ada = await newUser()
  const authenticator = createAuthenticator(ORIGIN)
  await ada.call(confirmPassword, { body: { password: PASSWORD } })
  const { codes } = (await ada.call(createRecoveryCodes)).body
  const passkey = authenticator.create((await ada.call(createPasskeyOptions)).body)
  expect((await ada.call(addPasskey, { body: { name: 'My phone', passkey } })).status).toBe(201)

  const { id, options } = (await anonymous.call(createLoginOptions)).body
  const body = { id, passkey: authenticator.sign(options) }
  const signedIn = await anonymous.call(logInWithPasskey, { body, headers: { 'user-agent': FIREFOX } })
  expect(signedIn.headers.get(SESSION_HEADER)).not.toBeNull()
  await vi.waitFor(() => expect(eventsOf(ada)).toMatchObject([{ browser: 'Firefox' }]), WAIT)

  const recovery = { username: ada.user.username, code: codes[0], newPassword: 'battery staple' }
  expect((await anonymous.call(recoverAccount, { body: recovery })).status).toBe(200)
  await vi.waitFor(() => expect(eventsOf(ada)).toHaveLength(2), WAIT)
})
