import { errors } from '@zing/proto/errors'
import { SESSION_HEADER } from '@zing/proto/headers'
import { changePassword, confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { addPasskey, createPasskeyOptions } from '@zing/proto/http/passkeys'
import { getActiveSessions, setUserRole } from '@zing/proto/nats/rpc/auth'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { request } from '@zing/testing/request'
import { testDatabase } from '@zing/testing/servers'
import jwt from 'jsonwebtoken'
import { describe, expect, test } from 'vitest'
import { createAuthenticator } from './authenticator.ts'
import { ORIGIN, PASSWORD, setupAuth } from './setup-auth.ts'

const database = await heldDatabase(testDatabase())
const { db, nats, anonymous, newUser, logIn, clientOf } = await setupAuth({ MONGO_URL: database.url })
const NEW_PASSWORD = 'battery staple'
type User = Awaited<ReturnType<typeof newUser>>

const holdCommand = (...words: string[]) =>
  database.holdResponse((bytes) => words.every((word) => bytes.includes(word)))

async function codesOf(user: User): Promise<string[]> {
  await user.call(confirmPassword, { body: { password: PASSWORD } })
  return (await user.call(createRecoveryCodes)).body.codes
}

function recover({ user }: User, code: string | undefined, newPassword = NEW_PASSWORD) {
  return anonymous.call(recoverAccount, { body: { username: user.username, code, newPassword } })
}

/** Opens a second session of a user, on another device. */
async function onSecondDevice({ user }: User) {
  const { headers } = await logIn(user.username)
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  return clientOf({ userId: user.id, sid })
}

test.each(['a recovery', 'a new password on another device'])(
  '%s that comes while a passkey is added leaves none behind',
  async (ends) => {
    const ada = await newUser()
    const [code] = await codesOf(ada)
    const other = await onSecondDevice(ada)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const end = () => (ends === 'a recovery' ? recover(ada, code) : other.call(changePassword, { body }))
    const passkey = createAuthenticator(ORIGIN).create((await ada.call(createPasskeyOptions)).body)

    // after the check of the confirmation, before the write
    const held = holdCommand('find', 'passkeys', 'slot')
    const adding = ada.call(addPasskey, { body: { name: 'My phone', passkey } })
    await held.arrived
    expect((await end()).status).toBeLessThan(300)
    held.release()
    expect((await adding).status).toBe(403)
    expect(await db.collection('passkeys').countDocuments({ userId: ada.user.id })).toBe(0)
  },
)

describe('SEC-103 recovery codes that are created by a session as it ends', () => {
  /** Starts the session's call, and runs `end` between its check of the confirmation and its write. */
  async function createWhile(session: Pick<User, 'call'>, end: () => Promise<{ status: number }>, status: number) {
    const held = holdCommand('find', 'sessions', 'confirmedUntil')
    const creating = session.call(createRecoveryCodes)
    await held.arrived
    expect((await end()).status).toBe(status)
    held.release()
    const refused = await creating
    expect([refused.status, refused.body]).toEqual([403, errors.confirmNeeded().body])
  }

  test('when a recovery ends the session, none are stored, and earlier codes still work', async () => {
    const ada = await newUser()
    const [code, next] = await codesOf(ada)
    await createWhile(ada, () => recover(ada, code), 200)
    expect((await recover(ada, next, 'another new one')).status).toBe(200)
  })

  test('when a new password on another device ends the session, none are stored either', async () => {
    const ada = await newUser()
    const [code] = await codesOf(ada)
    const other = await onSecondDevice(ada)
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, keepOtherWays: true }
    await createWhile(ada, () => other.call(changePassword, { body }), 204)
    expect((await recover(ada, code, 'another new one')).status).toBe(200)
  })
})

describe('SEC-130 concurrent changes of a role', () => {
  test('when a role is granted and withdrawn at once, it is in no session, in either order', async () => {
    const ada = await newUser()
    const setRole = (role: 'member' | 'moderator') => request(nats, setUserRole, { userId: ada.user.id, role })

    // the account has the role, but its sessions do not yet
    const held = holdCommand('update', 'users', 'moderator')
    const granting = setRole('moderator')
    await held.arrived
    await setRole('member')
    held.release()
    await granting
    expect((await ada.call(getUser)).body).not.toHaveProperty('role')
    const checked = await request(nats, getActiveSessions, { sessions: [ada.identity] })
    expect(checked).toEqual({ sids: [ada.sid], roles: [] })
  })
})
