import { DEVICE_HEADER } from '@zing/proto/headers'
import { changePassword, confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { addPasskey, createPasskeyOptions } from '@zing/proto/http/passkeys'
import { accountChanged } from '@zing/proto/nats/events'
import { WAIT } from '@zing/testing/wait'
import { describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from '../setup-auth.ts'

const { events, anonymous, newUser } = await setupAuth()
const NEW_PASSWORD = 'battery staple'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const headers = { 'user-agent': FIREFOX }
type User = Awaited<ReturnType<typeof newUser>>

const changesOf = ({ user }: User) => events.of(accountChanged).filter(({ userId }) => userId === user.id)

async function confirmed(): Promise<User> {
  const user = await newUser()
  expect((await user.call(confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
  return user
}

async function add(user: User) {
  const passkey = createAuthenticator(ORIGIN).create((await user.call(createPasskeyOptions)).body)
  return user.call(addPasskey, { body: { name: 'My phone', passkey }, headers })
}

async function codesOf(user: User): Promise<string[]> {
  return (await user.call(createRecoveryCodes, { headers })).body.codes
}

/** Expects the newest notice to name this change and the browser that made it. */
async function announced(user: User, change: string): Promise<void> {
  await vi.waitFor(() => expect(changesOf(user).at(-1)?.change).toBe(change), WAIT)
  expect(changesOf(user).at(-1)).toMatchObject({ browser: 'Firefox', system: 'Linux' })
}

describe('SEC-111 a change that keeps an attacker in the account', () => {
  test('when a passkey is added, it notifies the user', async () => {
    const ada = await confirmed()
    expect((await add(ada)).status).toBe(201)
    await announced(ada, 'passkey-added')
  })

  test('when recovery codes are created, it notifies the user', async () => {
    const ada = await confirmed()
    expect(await codesOf(ada)).toHaveLength(10)
    await announced(ada, 'recovery-codes-created')
  })

  test('when the password is changed, it notifies the user', async () => {
    const ada = await newUser()
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await ada.call(changePassword, { body, headers })).status).toBe(204)
    await announced(ada, 'password-changed')
  })

  test('when the account is recovered, it notifies the user once, also on a known browser', async () => {
    const ada = await confirmed()
    const [code = ''] = await codesOf(ada)
    const body = { username: ada.user.username, code, newPassword: NEW_PASSWORD }
    const known = { ...headers, [DEVICE_HEADER]: ada.deviceCookie }
    expect((await anonymous.call(recoverAccount, { body, headers: known })).status).toBe(200)
    await announced(ada, 'account-recovered')
    expect(changesOf(ada).map(({ change }) => change)).toEqual(['recovery-codes-created', 'account-recovered'])
  })

  test('when such a change is refused, it notifies nobody', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    const wrong = { currentPassword: 'wrong', newPassword: NEW_PASSWORD }
    expect((await ada.call(changePassword, { body: wrong, headers })).status).toBe(403)
    expect((await ada.call(createRecoveryCodes, { headers })).status).toBe(403)
    const body = { username: ada.user.username, code: '0000-0000-0000-0000', newPassword: NEW_PASSWORD }
    expect((await anonymous.call(recoverAccount, { body, headers })).status).toBe(401)
    expect((await ben.call(changePassword, { body: { ...wrong, currentPassword: PASSWORD }, headers })).status).toBe(
      204,
    )
    await announced(ben, 'password-changed') // a later change
    expect(changesOf(ada)).toEqual([])
  })
})
