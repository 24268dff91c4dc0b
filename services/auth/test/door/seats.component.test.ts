import { errors } from '@zing/proto/errors'
import { userDeleted } from '@zing/proto/nats/events'
import { deleteUser } from '@zing/proto/nats/rpc/auth'
import { resetOf } from '@zing/proto/nats/rpc/reset'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { afterEach, expect, test, vi } from 'vitest'
import { recountDoor } from '../../src/door/seats.ts'
import { createModels } from '../../src/models/models.ts'
import { newDetails } from '../setup-auth.ts'
import { setupDoor } from './setup-door.ts'

const { db, nats, publish, publishEvent, eventsHandled, register, registerAtOnce } = await setupDoor(2)
const full = errors.quotaReached().body
/** A hundred registrations on a busy machine. */
const RACE_MS = 180_000
const DAY_MS = 24 * 60 * 60 * 1_000

const doors = db.collection<{ _id: number; accounts: number; today: number; epoch: number }>('door')
/** The counts of the newest epoch. */
async function door() {
  const found = await doors.findOne({}, { sort: { _id: -1 } })
  return found ?? { _id: 0, accounts: 0, today: 0, epoch: 0 }
}
const accounts = () => db.collection('users').countDocuments()
const times = (count: number, status: number) => Array<number>(count).fill(status)

afterEach(() => void vi.useRealTimers())

/** Lets only `more` accounts in, today or at all. */
async function leaveRoomFor(more: number, limit: 'quota' | 'cap'): Promise<void> {
  await publish()
  await register()
  const counts = await door()
  await publish({ registration: { [limit]: (limit === 'quota' ? counts.today : counts.accounts) + more } })
}

test.each(['quota', 'cap'] as const)(
  'a %s of 10 holds exactly under 100 parallel registrations on two processes (10.door.quota)',
  { timeout: RACE_MS },
  async (limit) => {
    await leaveRoomFor(10, limit)
    const before = await accounts()
    expect(await registerAtOnce(100)).toEqual([...times(10, 201), ...times(90, 403)])
    expect(await accounts()).toBe(before + 10)
    const { status, body } = await register()
    expect([status, body]).toEqual([403, full])
  },
)

test.each(['quota', 'cap'] as const)('a %s of 0 lets nobody in, and null everybody', async (limit) => {
  await publish({ registration: { [limit]: 0 } })
  expect((await register()).body).toEqual(full)
  await publish({ registration: { [limit]: null } })
  expect((await register()).status).toBe(201)
})

test('a refused registration takes no seat (10.door.quota)', async () => {
  await publish()
  const before = await door()
  const username = newDetails().username
  const racing = await Promise.all(Array.from({ length: 8 }, (_, i) => register({ username }, i)))
  expect(racing.map(({ status }) => status).toSorted()).toEqual([201, ...times(7, 409)])
  expect(await door()).toMatchObject({ accounts: before.accounts + 1, today: before.today + 1 })
})

test('who leaves makes room under the cap once, but not in the quota (10.door.quota)', async () => {
  await publish()
  const { body } = await register()
  const before = await door()
  await publish({ registration: { cap: before.accounts } })
  expect((await register()).body).toEqual(full)

  expect(await request(nats, deleteUser, { userId: body.id })).toEqual({ isDeleted: true })
  await publishEvent(userDeleted, { userId: body.id }, { rev: 2 })
  await publishEvent(userDeleted, { userId: body.id }, { rev: 2 })
  await eventsHandled()
  expect(await door()).toMatchObject({ accounts: before.accounts - 1, today: before.today })
  expect((await registerAtOnce(10)).filter((status) => status === 201)).toHaveLength(1)
})

test('the quota begins anew at midnight UTC, also in a race (10.door.quota)', async () => {
  await leaveRoomFor(0, 'quota')
  expect((await register()).body).toEqual(full)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + DAY_MS)
  await publish({ registration: { quota: 3 } })
  expect((await registerAtOnce(20)).filter((status) => status === 201)).toHaveLength(3)
  expect(await door()).toMatchObject({ today: 3, day: Math.floor(Date.now() / DAY_MS) })

  vi.setSystemTime(Date.now() - DAY_MS) // the clock of a process is behind
  expect((await register()).body).toEqual(full)
})

test('a recount repairs what a crash left, unless a registration is on its way (10.door.quota)', async () => {
  await publish()
  await register()
  await doors.updateOne({ _id: (await door())._id }, { $inc: { accounts: 5, rev: 1 } })
  const again = vi.fn()
  const ctx = {
    models: createModels(db),
    epoch: { refresh: async () => (await door())._id },
    doorRecount: { soon: again },
    log: { warn: () => {} },
  } as unknown as Parameters<typeof recountDoor>[0]
  const actual = await db.collection('users').countDocuments({ epoch: (await door())._id })

  await recountDoor(ctx)
  expect([(await door()).accounts, again.mock.calls.length]).toEqual([actual + 5, 1])
  await recountDoor(ctx, 0)
  expect((await door()).accounts).toBe(actual)
})

test('after a reset the counts start anew (10.door.quota)', async () => {
  await leaveRoomFor(0, 'cap')
  expect((await register()).body).toEqual(full)
  const epoch = (await door()).epoch + 1
  await request(nats, resetOf('auth'), { epoch })
  await publish({ registration: { cap: 2, quota: 2 } })
  await vi.waitFor(async () => {
    // the other process learns of the reset by a broadcast
    expect(await db.collection('users').countDocuments()).toBe(0)
  }, WAIT)
  const statuses = await registerAtOnce(10)
  expect(statuses.filter((status) => status === 201)).toHaveLength(2)
  expect(await door()).toMatchObject({ accounts: 2, today: 2, epoch })
})
