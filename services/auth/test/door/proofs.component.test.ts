import { errors } from '@zing/proto/errors'
import { createInvitation, getRegistration } from '@zing/proto/http/door'
import { getApplications } from '@zing/proto/nats/rpc/applications'
import { getDoorFacts } from '@zing/proto/nats/rpc/auth'
import { request } from '@zing/testing/request'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, expect, test, vi } from 'vitest'
import { newDetails } from '../setup-auth.ts'
import { setupDoor } from './setup-door.ts'

const { db, all, anonymous, nats, publish, register, newUser } = await setupDoor(2)
const refused = errors.proofNeeded().body
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

afterEach(async () => {
  vi.useRealTimers()
  await db.collection('signUps').deleteMany({})
})

const challengeOf = async (query = {}) => (await anonymous.call(getRegistration, { query })).body.challenge
const decode = (base64: string): Challenge => JSON.parse(Buffer.from(base64, 'base64').toString())
const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')

async function solve(challenge: Challenge): Promise<string> {
  return encode({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })
}

/** A proof as a browser makes it. */
async function newProof(): Promise<string> {
  return solve(decode((await challengeOf()) ?? ''))
}

/** Sets the sign-ups of this hour, and of the same hour on each of 28 days. */
async function signUps(lastHour: number, usual = 0): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS)
  const expiresAt = new Date(Date.now() + HOUR_MS)
  const counts = Array.from({ length: 28 }, (_, i) => [hour - 24 * (i + 1), usual] as const)
  await db.collection<{ _id: string }>('signUps').deleteMany({})
  await db
    .collection<{ _id: string }>('signUps')
    .insertMany(
      [[hour, lastHour] as const, ...counts].map(([at, count]) => ({ _id: `0:${at}`, count, expiresAt, epoch: 0 })),
    )
}

/** The derivations of a solver until it finds the answer. */
async function workOf(challenge: string): Promise<number> {
  const solution = await solveChallenge({ challenge: decode(challenge), deriveKey })
  return solution?.counter ?? 0
}

test('a proof admits once, on any process, and whoever sends it (10.door.proof)', async () => {
  await publish({ registration: { proof: 'always' } })
  expect((await register()).body).toEqual(refused)
  const proof = await newProof()
  expect((await register({ proof }, 1)).status).toBe(201)
  for (const process of [0, 1]) {
    const { status, body } = await register({ proof }, process)
    expect([status, body]).toEqual([403, refused])
  }
})

test('a proof that many send at once admits one of them (10.door.proof)', async () => {
  await publish({ registration: { proof: 'always' } })
  const proof = await newProof()
  const statuses = await Promise.all(Array.from({ length: 20 }, async (_, i) => (await register({ proof }, i)).status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status === 403)).toHaveLength(19)
})

test('guessed, changed, foreign and expired proofs are refused (10.door.proof)', async () => {
  await publish({ registration: { proof: 'always' } })
  const challenge = decode((await challengeOf()) ?? '')
  const solution = await solveChallenge({ challenge, deriveKey })
  const cheaper = { ...challenge, parameters: { ...challenge.parameters, cost: 1, keyPrefix: '00' } }
  const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9_999_999_999 } }
  const { parameters } = challenge
  const guesses = [
    'x',
    encode({}),
    encode({ challenge }),
    encode({ challenge, solution: { counter: 1, derivedKey: parameters.keyPrefix + parameters.keyPrefix } }),
    encode({ challenge, solution: { ...solution, derivedKey: '' } }),
    await solve(cheaper),
    encode({ challenge: later, solution }),
    encode({ challenge: { parameters, signature: '' }, solution }),
  ]
  for (const proof of guesses) expect((await register({ proof })).body).toEqual(refused)

  const proof = encode({ challenge, solution })
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 11 * MINUTE_MS)
  expect((await register({ proof })).body).toEqual(refused)
  vi.useRealTimers()
  expect((await register({ proof })).status).toBe(201)
})

test('a fault of the form spends no proof, any other refusal does (10.door.proof)', async () => {
  await publish({ registration: { proof: 'always' } })
  const ada = await register({ proof: await newProof() })
  const proof = await newProof()
  for (const fault of [{ age: 17 }, { password: 'password123' }, { selfie: 'data:image/png;base64,aGVsbG8=' }])
    expect((await register({ proof, ...fault })).status).toBe(400)
  expect((await register({ proof, username: ada.body.username })).status).toBe(409)
  expect((await register({ proof })).body).toEqual(refused)

  const other = await newProof()
  await publish({ registration: { proof: 'always', mode: 'closed' } })
  expect((await register({ proof: other })).body.code).toBe('REGISTRATION_CLOSED')
  await publish({ registration: { proof: 'always' } })
  expect((await register({ proof: other })).body).toEqual(refused)
})

test('the price follows the hour: nothing in calm, little in a busy hour, much in an attack (10.door.proof)', async () => {
  await publish()
  await signUps(59)
  expect(await challengeOf()).toBeUndefined()
  expect((await register()).status).toBe(201)
  expect((await register()).body).toEqual(refused) // with this sign-up the hour is busy
  const little = await workOf((await challengeOf()) ?? '')
  const cheap = await newProof()
  await signUps(200)
  expect((await register({ proof: cheap })).status).toBe(201) // it was enough when the form was opened
  const much = await workOf((await challengeOf()) ?? '')
  expect([little < 200, much / little > 3]).toEqual([true, true])
  await signUps(999, 500)
  expect(await challengeOf()).toBeUndefined()
})

test('the sign-ups of the last hour count less and less, and those of other processes too (10.door.proof)', async () => {
  await publish()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS)
  await signUps(119)
  await register({}, 1)
  vi.setSystemTime(Date.now() + HOUR_MS)
  expect(await challengeOf()).toBeDefined()
  vi.setSystemTime(Date.now() + HOUR_MS / 2 + MINUTE_MS)
  expect(await challengeOf()).toBeUndefined()
})

test('the fallback counts sixty minutes, also across the full hour (10.community.fallback)', async () => {
  await publish()
  vi.useFakeTimers({ toFake: ['Date'] })
  const fullHour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS
  vi.setSystemTime(fullHour)
  await signUps(30, 3)
  const hour = fullHour / HOUR_MS - 1
  await db.collection<{ _id: string }>('signUps').insertOne({ _id: `0:${hour}`, count: 30, epoch: 0 } as never)
  vi.setSystemTime(fullHour + MINUTE_MS)
  expect(await request(nats, getDoorFacts, {})).toMatchObject({ lastHour: 60, usual: 3 })
})

test('an application of a busy hour shows a sign to moderators (10.door.approval)', async () => {
  await publish({ registration: { mode: 'approval', proof: 'off' } })
  const apply = () => register({ application: 'For the walks' })
  await signUps(50)
  const calm = await apply()
  await signUps(60)
  const busy = await apply()
  const listed = await request(nats, getApplications, { status: 'pending', after: null, limit: 50 })
  const signsOf = (id: number) => listed.find(({ userId }) => userId === id)?.signs
  expect(signsOf(calm.body.id)).not.toContain('BUSY_HOUR')
  expect(signsOf(busy.body.id)).toContain('BUSY_HOUR')
})

test('a good invitation is free in an attack, unless everybody pays; off is off (10.door.proof)', async () => {
  await publish({ invitations: { memberDays: 0 } })
  const ada = await newUser()
  const { code } = (await ada.call(createInvitation, { body: {} })).body
  await signUps(5_000)
  expect(await challengeOf({ invitation: code })).toBeUndefined()
  expect((await register({ invitation: code })).status).toBe(201)
  expect(await challengeOf({ invitation: 'unknown' })).toBeDefined()
  expect((await register({ invitation: 'unknown' })).body.code).toBe('INVITATION_INVALID')
  await publish({ registration: { proof: 'always' }, invitations: { memberDays: 0 } })
  expect((await register({ invitation: code })).body).toEqual(refused)
  await publish({ registration: { proof: 'off' } })
  expect([await challengeOf(), (await register()).status]).toEqual([undefined, 201])
})

test('two processes share the key of the challenges', async () => {
  await publish({ registration: { proof: 'always' } })
  for (const [i, { anonymous: visitor }] of all.entries()) {
    const challenge = decode((await visitor.call(getRegistration)).body.challenge ?? '')
    const details = newDetails({ proof: await solve(challenge) })
    expect((await register(details, i + 1)).status).toBe(201)
  }
})
