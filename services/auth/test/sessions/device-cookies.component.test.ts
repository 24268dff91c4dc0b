import { DEVICE_HEADER } from '@zing/proto/headers'
import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import * as contract from '@zing/proto/http/auth'
import { expect, test } from 'vitest'
import { PASSWORD, setupAuth } from '../setup-auth.ts'
import { stopClock } from '../stop-clock.ts'

const { env, anonymous, newUser } = await setupAuth()
const another = await setupAuth({ MONGO_URL: env.MONGO_URL }) // with another SESSION_SECRET

function logIn(username: string, password: string, device?: string) {
  const headers: Record<string, string> = device ? { [DEVICE_HEADER]: device } : {}
  return anonymous.call(contract.login, { body: { username, password }, headers })
}

/** Signs in on a new browser and returns its device cookie. */
async function deviceOf(username: string, before?: string): Promise<string> {
  const { status, headers } = await logIn(username, PASSWORD, before)
  expect(status).toBe(200)
  return headers.get(DEVICE_HEADER) ?? ''
}

async function failures(username: string, device?: string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push((await logIn(username, `wrong ${i}`, device)).status)
  return statuses
}
const throttled = [401, 401, 401, 401, 401, 429]

test("SEC-48 strangers' failures do not delay a browser that has logged in or registered", async () => {
  stopClock()
  const { user, deviceCookie } = await newUser()
  const device = await deviceOf(user.username)
  expect(await failures(user.username)).toEqual(throttled)

  expect((await logIn(user.username, PASSWORD)).status).toBe(429)
  expect((await logIn(user.username, PASSWORD, device)).status).toBe(200)
  expect((await logIn(user.username, PASSWORD, deviceCookie)).status).toBe(200)
  // The owner's login gives strangers no new attempts. Of several concurrent guesses at most one is checked.
  const guesses = await Promise.all([1, 2, 3].map(() => logIn(user.username, 'wrong')))
  expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(1)
})

test('SEC-48 a stolen device cookie is throttled alone and delays no other browser', async () => {
  stopClock()
  const { user } = await newUser()
  const [stolen, own] = [await deviceOf(user.username), await deviceOf(user.username)]
  expect(await failures(user.username, stolen)).toEqual(throttled)
  expect((await logIn(user.username, PASSWORD, own)).status).toBe(200)
  expect((await logIn(user.username, PASSWORD)).status).toBe(200)
})

test('SEC-48 a device cookie counts separately for each account that has signed in with it', async () => {
  stopClock()
  const [ada, ben] = [await newUser(), await newUser()]
  const ofAda = await deviceOf(ada.user.username)
  const ofBoth = await deviceOf(ben.user.username, ofAda)

  // with a cookie of another account, failures count in the strangers' bucket
  expect(await failures(ben.user.username, ofAda)).toEqual(throttled)
  expect((await logIn(ben.user.username, PASSWORD)).status).toBe(429)
  expect((await logIn(ben.user.username, PASSWORD, ofBoth)).status).toBe(200)

  // Ben guesses Ada's password on their shared browser; his own logins do not clear these failures
  expect(await failures(ada.user.username, ofBoth)).toEqual(throttled)
  expect((await logIn(ben.user.username, PASSWORD, ofBoth)).status).toBe(200)
  expect((await logIn(ada.user.username, 'wrong', ofBoth)).status).toBe(429)
})

test('SEC-48 a forged device cookie, or a session token in its place, has no effect', async () => {
  stopClock()
  const { user, token } = await newUser()
  const foreign = await another.logIn(user.username)
  const [header, payload] = (await deviceOf(user.username)).split('.')
  expect(await failures(user.username)).toEqual(throttled)
  for (const device of [foreign.headers.get(DEVICE_HEADER) ?? '', token, `${header}.${payload}.x`, 'x']) {
    expect((await logIn(user.username, PASSWORD, device)).status).toBe(429)
  }
})

test("SEC-104 strangers' guesses at codes do not delay a known browser; its own are throttled", async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  await ada.call(confirmPassword, { body: { password: PASSWORD } })
  const [code = ''] = (await ada.call(createRecoveryCodes)).body.codes
  const recover = (device?: string, typed = '0000-0000-0000-0000') => {
    const headers: Record<string, string> = device ? { [DEVICE_HEADER]: device } : {}
    const body = { username: ada.user.username, code: typed, newPassword: 'battery staple' }
    return anonymous.call(recoverAccount, { body, headers })
  }
  const guesses = async (device?: string) => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) statuses.push((await recover(device)).status)
    return statuses
  }
  const device = await deviceOf(ada.user.username)
  expect(await guesses(await deviceOf(ben.user.username))).toEqual(throttled)
  expect(await guesses(ada.deviceCookie)).toEqual(throttled)
  expect((await recover(device, code)).status).toBe(200)
})

test('SEC-38 a device cookie does not reveal the username', async () => {
  const { user, deviceCookie } = await newUser()
  const payload = Buffer.from(deviceCookie.split('.')[1] ?? '', 'base64url').toString()
  expect(payload.toLowerCase()).not.toContain(user.username.toLowerCase())
  expect(JSON.parse(payload)).toMatchObject({ nonce: expect.any(String), accounts: [expect.any(String)] })
})
