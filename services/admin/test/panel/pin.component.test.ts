import { errors } from '@zing/proto/errors'
import { verifyPin } from '@zing/proto/http/staff/admin'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { PIN, setupAdmin, WRONG } from '../setup-admin.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const { newUser, pins, startInstance } = await setupAdmin()
beforeEach(() => pins.deleteMany({}))

const correct = { status: 200, body: { success: true } }
const wrong = { status: 200, body: { success: false } }
const exhausted = { status: 429, body: errors.noPinAttempts().body }

function useAttempts(count: number, user = newUser()) {
  return Promise.all(Array.from({ length: count }, () => user.verify(WRONG)))
}

async function usersOfAttempts(): Promise<number[]> {
  const bucket = await pins.findOne({})
  return bucket?.used.map(({ userId }) => userId) ?? []
}

/** Moves the next refill into the past by `ms`. */
async function advanceRefill(ms: number): Promise<void> {
  const bucket = await pins.findOne({})
  await pins.updateOne({}, { $set: { refillAt: new Date((bucket?.refillAt.getTime() ?? 0) - ms) } })
}

test('SEC-40 ten PINs are compared, then the correct one is rejected too, for a day (6.admin.2)', async () => {
  const eve = newUser()
  for (let code = 0; code < ADMIN_PIN_ATTEMPTS; code++) {
    expect(await eve.verify(String(code).padStart(4, '0'))).toMatchObject(wrong)
  }
  const rejected = await eve.verify(PIN)
  expect(rejected).toMatchObject(exhausted)
  const retryAfter = Number(rejected.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(DAY_MS / 1_000 - 60)
  expect(retryAfter).toBeLessThanOrEqual(DAY_MS / 1_000)
})

test('SEC-41 twenty accounts share the ten attempts', async () => {
  const responses = []
  for (let i = 0; i < 20; i++) responses.push((await newUser().verify(WRONG)).status)
  expect(responses).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
})

test('SEC-43 of two hundred concurrent PINs ten are compared', async () => {
  const responses = await Promise.all(Array.from({ length: 200 }, (_, i) => newUser().verify(i === 150 ? PIN : WRONG)))
  const compared = responses.filter(({ status }) => ![429, 503].includes(status)) // a busy database may be a 503
  expect(compared.length).toBeLessThanOrEqual(ADMIN_PIN_ATTEMPTS)
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(await usersOfAttempts()).toHaveLength(ADMIN_PIN_ATTEMPTS)
})

describe('SEC-44', () => {
  const shapes = [4711, ' 4711', '4711\n', '471', '47111', ['4711'], { $gt: '' }, '٤٧١١', '', null, undefined]

  test.each(shapes)('the malformed PIN %j is rejected by both endpoints and uses an attempt (9.pin)', async (shape) => {
    const eve = newUser()
    const rejection = { status: 400, body: errors.invalidRequest({ message: 'Please enter a 4-digit PIN' }).body }
    expect(await eve.verify(shape)).toMatchObject(rejection)
    expect(await eve.reset(shape)).toMatchObject(rejection)
    expect(await usersOfAttempts()).toEqual([eve.userId, eve.userId])
  })

  test.each([undefined, [], ['4711']])('a body of %j uses an attempt', async (body) => {
    const eve = newUser()
    const response = await eve.call(verifyPin, { body })
    expect(response).toMatchObject({
      status: 400,
      body: errors.invalidRequest({ message: 'Please enter a 4-digit PIN' }).body,
    })
    expect(await usersOfAttempts()).toEqual([eve.userId])
  })

  test('both endpoints share the attempts', async () => {
    const eve = newUser()
    for (let i = 0; i < 5; i++) {
      expect(await eve.verify(WRONG)).toMatchObject(wrong)
      expect(await eve.reset(WRONG)).toMatchObject({ status: 200, body: { success: false, message: 'Invalid PIN' } })
    }
    expect(await eve.verify(PIN)).toMatchObject(exhausted)
    expect(await eve.reset(PIN)).toMatchObject(exhausted)
  })
})

test('SEC-45 a new process keeps the used attempts', async () => {
  await useAttempts(9)
  const { newUser: newUserOnSecondInstance } = await startInstance()
  expect(await newUserOnSecondInstance().verify(WRONG)).toMatchObject(wrong)
  expect(await newUserOnSecondInstance().verify(PIN)).toMatchObject(exhausted)
})

describe('refund', () => {
  test('the correct PIN refunds the attempts of its user', async () => {
    const ada = newUser()
    for (let round = 0; round < 3; round++) {
      await useAttempts(9, ada)
      expect(await ada.verify(PIN)).toMatchObject(correct)
    }
    expect(await usersOfAttempts()).toEqual([])
  })

  test('the correct PIN does not refund the attempts of other users', async () => {
    const [ada, eve] = [newUser(), newUser()]
    await useAttempts(6, eve)
    await useAttempts(3, ada)
    expect(await ada.verify(PIN)).toMatchObject(correct)
    expect(await usersOfAttempts()).toEqual(Array(6).fill(eve.userId))
  })
})

describe('refill', () => {
  test('one attempt is refilled per day, the oldest first', async () => {
    const [ada, eve] = [newUser(), newUser()]
    await useAttempts(1, ada)
    await useAttempts(9, eve)
    await advanceRefill(DAY_MS)
    expect(await ada.verify(WRONG)).toMatchObject(wrong)
    expect(await ada.verify(PIN)).toMatchObject(exhausted)
    expect(await usersOfAttempts()).toEqual([...Array(9).fill(eve.userId), ada.userId])
  })

  test('concurrent requests refill each attempt once', async () => {
    await useAttempts(10)
    await advanceRefill(3 * DAY_MS)
    const responses = await useAttempts(50)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('no more attempts are refilled than were used', async () => {
    await useAttempts(4)
    await advanceRefill(400 * DAY_MS)
    const responses = await useAttempts(20)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(ADMIN_PIN_ATTEMPTS)
  })

  test('the refill period starts with the first used attempt, not in the idle days before', async () => {
    await newUser().verify(PIN)
    await advanceRefill(30 * DAY_MS)
    const rejected = (await useAttempts(11)).find(({ status }) => status === 429)
    expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(DAY_MS / 1_000 - 60)
  })
})
