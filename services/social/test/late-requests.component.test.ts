import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { deadlineHeader } from '@zing/kit/timing/deadline'
import { errors } from '@zing/proto/errors'
import { DEADLINE_HEADER } from '@zing/proto/headers'
import {
  getDiscoveryPreferences,
  passUser,
  setDiscoveryPreferences,
  undoLast,
  unpassUser,
} from '@zing/proto/http/discovery'
import { getNotificationSettings, putNotificationSettings } from '@zing/proto/http/push'
import * as contract from '@zing/proto/http/social'
import { pairKey } from '@zing/proto/pair-key'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { serviceClient } from '@zing/testing/client'
import { heldDatabase } from '@zing/testing/mongo/held-database'
import { testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, expect, test, vi } from 'vitest'
import { Config } from '../src/config.ts'
import { createModels } from '../src/models/models.ts'
import { start } from '../src/start.ts'
import { buildReplica } from './build-replica.ts'

// Without NATS: these tests are about work within requests.
const env = { ...(await testEnv()), NATS_URL: 'nats://127.0.0.1:1' }
const database = await heldDatabase(env.MONGO_URL)
const social = await start(Config.parse(env))
const slow = await start(Config.parse({ ...env, MONGO_URL: database.url }))
const db = await mongoose.createConnection(env.MONGO_URL).asPromise()
const { Pair, Profile } = createModels(db)
afterAll(async () => {
  await Promise.all([social.stop(), slow.stop()])
  await db.close()
})

let lastId = 0
async function newUser() {
  lastId += 1
  await Profile.create(buildReplica(lastId))
  const identity = { userId: lastId, sid: randomUUID() }
  const on = ({ url }: { url: string }) => serviceClient(url, env.INTERNAL_TOKEN_SECRET, identity)
  return { id: lastId, on }
}
type User = Awaited<ReturnType<typeof newUser>>

const like = (liker: User, liked: User, process: { url: string }, headers = {}) =>
  liker.on(process).call(contract.likeUser, { body: { likedId: liked.id }, headers })
const unlike = (liker: User, liked: User, process: { url: string }, headers = {}) =>
  liker.on(process).call(contract.unlikeUser, { params: { userId: liked.id }, headers })
const undoLike = (liker: User, liked: User, process: { url: string }) =>
  liker.on(process).call(undoLast, { body: { userId: liked.id, undone: 'like' } })
const pass = (user: User, passed: User, process: { url: string }, headers = {}) =>
  user.on(process).call(passUser, { body: { userId: passed.id }, headers })
const unpass = (user: User, passed: User, process: { url: string }) =>
  user.on(process).call(unpassUser, { params: { userId: passed.id } })
const likersOf = async ({ id }: User) => (await Pair.find({ liked: id }).lean()).map(({ _id }) => _id)

/** A deadline that a test can wait for, and that the request still reaches. */
function soon() {
  const deadline = performance.now() + 1_500
  const passed = () => vi.waitUntil(() => performance.now() > deadline + 50, WAIT)
  return { headers: { [DEADLINE_HEADER]: deadlineHeader(deadline) }, passed }
}

/** Starts social as a separate process, which a test can pause. */
async function startProcess() {
  const variables = Object.fromEntries(Object.entries({ ...env, LOG_LEVEL: 'info' }).map(([k, v]) => [k, String(v)]))
  const child = spawn(process.execPath, [fileURLToPath(new URL('../src/main.ts', import.meta.url))], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  afterAll(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line)
    if (msg === 'ready') return { url: String(url), signal: (signal: NodeJS.Signals) => child.kill(signal) }
  }
  throw new Error('social has not started')
}

const paused = await startProcess()

test('INV-6 when a process pauses before a like, the like does not undo a later unlike', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  const first = await like(ada, ben, paused, { [DEADLINE_HEADER]: deadlineHeader(performance.now() + 60_000) })
  expect(first.status).toBe(200)

  paused.signal('SIGSTOP')
  const { headers, passed } = soon()
  await unlike(ada, ben, social)
  const late = like(ada, ben, paused, headers)
  await passed()
  expect(await unlike(ada, ben, social)).toMatchObject({ status: 200, body: { likeCount: 0 } })
  paused.signal('SIGCONT')
  expect(await late).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect(await likersOf(ben)).toEqual([])
})

test('INV-6 when a like pauses between read and write, it does not undo a later unlike', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  await like(ada, ben, social)
  await unlike(ada, ben, social)
  const key = pairKey(ada.id, ben.id)
  const read = database.holdResponse((command) => command.includes('find') && command.includes(key))
  const { headers, passed } = soon()
  const late = like(ada, ben, slow, headers)
  await read.arrived
  expect((await unlike(ada, ben, social)).status).toBe(200)
  await passed()
  read.release()
  expect(await late).toMatchObject({ status: 503, body: errors.unavailable().body })
  expect(await likersOf(ben)).toEqual([])
})

const holdWrite = () =>
  database.holdCommand((command) => command.includes('findAndModify') && command.includes('pairs'))

test.each([
  ['unlike', unlike],
  ['undo', undoLike],
])('INV-6 when a like hangs in the database, it is not committed after a later %s', async (_name, takeBack) => {
  const [ada, ben] = [await newUser(), await newUser()]
  for (const _time of ['first', 'again']) {
    const write = holdWrite()
    const { headers, passed } = soon()
    const late = like(ada, ben, slow, headers)
    await write.arrived
    await passed()
    expect((await takeBack(ada, ben, social)).status).toBe(200)
    write.release()
    expect(await late).toMatchObject({ status: 503, body: errors.unavailable().body })
    expect(await likersOf(ben)).toEqual([])
    await like(ada, ben, social)
    expect((await takeBack(ada, ben, social)).status).toBe(200)
  }
})

test('INV-6 when an unlike hangs in the database, it is not committed after a later like', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  await like(ada, ben, social)
  const write = holdWrite()
  const { headers, passed } = soon()
  const late = unlike(ada, ben, slow, headers)
  await write.arrived
  await passed()
  expect(await like(ada, ben, social)).toMatchObject({ status: 200, body: { likeCount: 1 } })
  write.release()
  expect((await late).status).toBe(503)
  expect(await likersOf(ben)).toEqual([`${ada.id}:${ben.id}`])
})

test('INV-6 when a pass hangs in the database, it is not committed after it was taken back', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  const write = holdWrite()
  const { headers, passed } = soon()
  const late = pass(ada, ben, slow, headers)
  await write.arrived
  await passed()
  expect((await unpass(ada, ben, social)).status).toBe(204)
  write.release()
  expect((await late).status).toBe(503)
  expect((await Pair.findById(`${ada.id}:${ben.id}`).lean())?.loPassedAt ?? null).toBeNull()
})

type Call = (
  user: User,
  process: { url: string },
  isLate: boolean,
  headers?: Record<string, string>,
) => Promise<{ status: number }>
const setPreferences: Call = (user, process, isLate, headers = {}) =>
  user.on(process).call(setDiscoveryPreferences, {
    body: { ...NO_PREFERENCES, ageMin: isLate ? 20 : 40 },
    headers,
  })
const setSettings: Call = (user, process, isLate, headers = {}) =>
  user.on(process).call(putNotificationSettings, {
    body: { likes: true, matches: true, messages: true, names: isLate, quietHours: null },
    headers,
  })

test.each<[string, Call, (user: User) => Promise<unknown>, unknown]>([
  [
    'preferences',
    setPreferences,
    async (user) => (await user.on(social).call(getDiscoveryPreferences)).body.ageMin,
    40,
  ],
  [
    'notification settings',
    setSettings,
    async (user) => (await user.on(social).call(getNotificationSettings)).body.names,
    false,
  ],
])(
  'INV-6 when %s are paused before their write, they do not overwrite newer ones',
  async (_name, set, stored, newer) => {
    const ada = await newUser()
    const read = database.holdResponse((command) => command.includes('find') && command.includes('people'))
    const { headers, passed } = soon()
    const late = set(ada, slow, true, headers)
    await read.arrived
    expect((await set(ada, social, false)).status).toBe(200)
    await passed()
    read.release()
    expect((await late).status).toBe(503)
    expect(await stored(ada)).toBe(newer)
  },
)

test('INV-6 fifty concurrent likes of one user are one like, and none is refused', async () => {
  const [ada, ben] = [await newUser(), await newUser()]
  const results = await Promise.all(Array.from({ length: 50 }, () => like(ada, ben, social)))
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await likersOf(ben)).toEqual([`${ada.id}:${ben.id}`])
})

test('an older count of likes does not overwrite a newer one', async () => {
  const star = await newUser()
  const likesOf = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => ({ _id: `${star.id}:${from + i}`, members: [star.id, from + i] }))
  const insert = (pairs: { _id: string; members: number[] }[]) =>
    Pair.insertMany(pairs.map((pair) => ({ ...pair, liked: [star.id], rev: 1, epoch: 0 })))
  await insert(likesOf(1_010, 100_000))

  const count = database.holdResponse((bytes) => bytes.includes('$group') && !/\$limit|\$unwind/.test(bytes.toString()))
  await like(await newUser(), star, slow)
  await count.arrived
  await insert(likesOf(5, 200_000))
  await Profile.updateOne({ _id: star.id }, { $set: { likeCount: 1_016 }, $inc: { likeCountRev: 1 } }) // another process
  await insert(likesOf(1, 300_000))
  count.release()
  await vi.waitFor(async () => expect((await Profile.findById(star.id).lean())?.likeCountRev).toBe(2), WAIT)
  expect(await Profile.findById(star.id).lean()).toMatchObject({ likeCount: 1_017 })
})
