import { DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { login } from '@zing/proto/http/auth'
import { addPasskey, createLoginOptions, createPasskeyOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import { deviceAdded } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { createAuthenticator } from './authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from './setup-auth.ts'

const { db, events, anonymous, newUser } = await setupAuth()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
type User = Awaited<ReturnType<typeof newUser>>

const eventsOf = ({ user }: User) => events.of(deviceAdded).filter(({ userId }) => userId === user.id)

function logIn({ user }: User, headers: Record<string, string> = {}) {
  return anonymous.call(login, { body: { username: user.username, password: PASSWORD }, headers })
}

/** All events that have been stored are published. */
async function published(): Promise<void> {
  await vi.waitFor(async () => {
    expect(await db.collection('users').countDocuments({ 'outbox.0': { $exists: true } })).toBe(0)
  }, WAIT)
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
