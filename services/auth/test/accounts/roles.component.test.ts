import type { AssignedRole } from '@zing/proto/accounts/roles'
import { SESSION_HEADER } from '@zing/proto/headers'
import { getUser, login, updateUser } from '@zing/proto/http/auth'
import { getActiveSessions, getUserNames, getUserRoles, setUserRole } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import jwt from 'jsonwebtoken'
import { expect, test } from 'vitest'
import { PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, anonymous, newUser } = await setupAuth()
type User = Awaited<ReturnType<typeof newUser>>

const setRole = ({ user }: User, role: AssignedRole) => request(nats, setUserRole, { userId: user.id, role })
const rolesOf = async ({ user }: User, sids: string[]) => {
  const { roles = [] } = await request(nats, getActiveSessions, {
    sessions: sids.map((sid) => ({ sid, userId: user.id })),
  })
  return roles
}

test('a new user is a member: neither account nor session check names a role', async () => {
  const ada = await newUser()
  expect((await ada.call(getUser)).body).not.toHaveProperty('role')
  expect(await rolesOf(ada, [ada.sid])).toEqual([])
  expect(await db.collection('users').findOne({ username: ada.user.username })).not.toHaveProperty('role')
})

test('SEC-130 a new or withdrawn role counts at once for all sessions, earlier and later', async () => {
  const ada = await newUser()
  expect(await setRole(ada, 'moderator')).toEqual({
    userId: ada.user.id,
    username: ada.user.username,
    name: ada.user.name,
    role: 'moderator',
  })
  const { headers } = await anonymous.call(login, { body: { username: ada.user.username, password: PASSWORD } })
  const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
  expect(await rolesOf(ada, [ada.sid, sid])).toEqual(
    expect.arrayContaining([
      { sid: ada.sid, role: 'moderator' },
      { sid, role: 'moderator' },
    ]),
  )
  expect((await ada.call(getUser)).body.role).toBe('moderator')

  await setRole(ada, 'member')
  expect(await rolesOf(ada, [ada.sid, sid])).toEqual([])
  expect((await ada.call(getUser)).body).not.toHaveProperty('role')
})

test('when a role is withdrawn during a sign-in, it is not in the new session', async () => {
  const ada = await newUser()
  await setRole(ada, 'admin')
  for (let round = 0; round < 10; round++) {
    await setRole(ada, 'admin')
    const [{ headers }] = await Promise.all([
      anonymous.call(login, { body: { username: ada.user.username, password: PASSWORD } }),
      setRole(ada, 'member'),
    ])
    const { sid } = jwt.decode(headers.get(SESSION_HEADER) ?? '') as { sid: string } // a login response carries a token
    expect(await rolesOf(ada, [sid])).toEqual([])
  }
})

test('a concurrent profile change does not restore a withdrawn role', async () => {
  const ada = await newUser()
  await setRole(ada, 'moderator')
  await Promise.all([
    ...[31, 32, 33].map((age) => ada.call(updateUser, { body: { age } })),
    setRole(ada, 'member'),
    ...[34, 35, 36].map((age) => ada.call(updateUser, { body: { age } })),
  ])
  expect((await ada.call(getUser)).body).not.toHaveProperty('role')
})

test('users with a role are listed, and a user is found by name in any letter case', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  await setRole(ada, 'admin')
  const listed = await request(nats, getUserRoles, {})
  expect(listed.filter(({ userId }) => [ada.user.id, ben.user.id].includes(userId))).toMatchObject([
    { userId: ada.user.id, role: 'admin' },
  ])
  expect(await request(nats, getUserRoles, { username: ben.user.username.toUpperCase() })).toMatchObject([
    { userId: ben.user.id, role: 'member' },
  ])
  expect(await request(nats, getUserRoles, { username: 'nobody.at.all' })).toEqual([])
  expect(await request(nats, getUserNames, { userIds: [ada.user.id, 999_999, ben.user.id] })).toEqual([
    { id: ada.user.id, name: 'Ada', username: ada.user.username, createdAt: ada.user.createdAt, role: 'admin' },
    { id: ben.user.id, name: 'Ada', username: ben.user.username, createdAt: ben.user.createdAt },
  ])
})

test('an unknown user gets no role', async () => {
  expect(await request(nats, setUserRole, { userId: 999_999, role: 'admin' })).toBeNull()
})
