import { verifyPin } from '@zing/proto/http/admin'
import { ADMIN_PIN_ATTEMPTS } from '@zing/proto/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { PIN, startAdmin, WRONG } from './setup-admin.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const { join, pins, startProcess } = await startAdmin()
beforeEach(() => pins.deleteMany({}))

const right = { status: 200, body: { success: true } }
const wrong = { status: 200, body: { success: false } }
const usedUp = { status: 429, body: { message: 'Too many PIN attempts. Please try again later.' } }

function burn(attempts: number, who = join()) {
  return Promise.all(Array.from({ length: attempts }, () => who.verify(WRONG)))
}

async function burntBy(): Promise<number[]> {
  const bucket = await pins.findOne({})
  return bucket?.burnt.map(({ userId }) => userId) ?? []
}

/** As if the attempts had been burnt earlier. */
async function age(ms: number): Promise<void> {
  const bucket = await pins.findOne({})
  await pins.updateOne({}, { $set: { refillAt: new Date((bucket?.refillAt.getTime() ?? 0) - ms) } })
}

test('SEC-40 of all codes in order ten are compared; then the right one is refused too, for a day', async () => {
  const eve = join()
  for (let code = 0; code < ADMIN_PIN_ATTEMPTS; code++) {
    expect(await eve.verify(String(code).padStart(4, '0'))).toMatchObject(wrong)
  }
  const refused = await eve.verify(PIN)
  expect(refused).toMatchObject(usedUp)
  const wait = Number(refused.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(DAY_MS / 1_000 - 60)
  expect(wait).toBeLessThanOrEqual(DAY_MS / 1_000)
})

test('SEC-41 twenty accounts share the ten attempts', async () => {
  const answers = []
  for (let i = 0; i < 20; i++) answers.push((await join().verify(WRONG)).status)
  expect(answers).toEqual([...Array(10).fill(200), ...Array(10).fill(429)])
})

test('SEC-43 of two hundred at once ten are compared', async () => {
  const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => join().verify(i === 150 ? PIN : WRONG)))
  expect(answers.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(ADMIN_PIN_ATTEMPTS)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(await burntBy()).toHaveLength(ADMIN_PIN_ATTEMPTS)
})

describe('SEC-44', () => {
  const shapes = [4711, ' 4711', '4711\n', '471', '47111', ['4711'], { $gt: '' }, '٤٧١١', '', null, undefined]

  test.each(shapes)('%j is no PIN, at either door, and counts', async (shape) => {
    const eve = join()
    const refusal = { status: 400, body: { message: 'Please enter a 4-digit PIN' } }
    expect(await eve.verify(shape)).toMatchObject(refusal)
    expect(await eve.reset(shape)).toMatchObject(refusal)
    expect(await burntBy()).toEqual([eve.userId, eve.userId])
  })

  test.each([undefined, [], ['4711']])('a body of %j counts too', async (body) => {
    const eve = join()
    const answer = await eve.call(verifyPin, { body })
    expect(answer).toMatchObject({ status: 400, body: { message: 'Please enter a 4-digit PIN' } })
    expect(await burntBy()).toEqual([eve.userId])
  })

  test('the doors share the attempts', async () => {
    const eve = join()
    for (let i = 0; i < 5; i++) {
      expect(await eve.verify(WRONG)).toMatchObject(wrong)
      expect(await eve.reset(WRONG)).toMatchObject({ status: 200, body: { success: false, message: 'Invalid PIN' } })
    }
    expect(await eve.verify(PIN)).toMatchObject(usedUp)
    expect(await eve.reset(PIN)).toMatchObject(usedUp)
  })
})

test('SEC-45 a new process knows what was burnt', async () => {
  await burn(9)
  const { join: joinOther } = await startProcess()
  expect(await joinOther().verify(WRONG)).toMatchObject(wrong)
  expect(await joinOther().verify(PIN)).toMatchObject(usedUp)
})

describe('the right PIN', () => {
  test('gives back what this account has burnt', async () => {
    const ada = join()
    for (let round = 0; round < 3; round++) {
      await burn(9, ada)
      expect(await ada.verify(PIN)).toMatchObject(right)
    }
    expect(await burntBy()).toEqual([])
  })

  test('gives back nothing that somebody else has burnt', async () => {
    const [ada, eve] = [join(), join()]
    await burn(6, eve)
    await burn(3, ada)
    expect(await ada.verify(PIN)).toMatchObject(right)
    expect(await burntBy()).toEqual(Array(6).fill(eve.userId))
  })
})

describe('time', () => {
  test('gives one attempt back a day, the oldest first', async () => {
    const [ada, eve] = [join(), join()]
    await burn(1, ada)
    await burn(9, eve)
    await age(DAY_MS)
    expect(await ada.verify(WRONG)).toMatchObject(wrong)
    expect(await ada.verify(PIN)).toMatchObject(usedUp)
    expect(await burntBy()).toEqual([...Array(9).fill(eve.userId), ada.userId])
  })

  test('gives back once what many ask for at once', async () => {
    await burn(10)
    await age(3 * DAY_MS)
    const answers = await burn(50)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  })

  test('gives back no more than was burnt', async () => {
    await burn(4)
    await age(400 * DAY_MS)
    const answers = await burn(20)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(ADMIN_PIN_ATTEMPTS)
  })

  test('counts from the first attempt that is burnt, not from the idle days before', async () => {
    await join().verify(PIN)
    await age(30 * DAY_MS)
    const refused = (await burn(11)).find(({ status }) => status === 429)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(DAY_MS / 1_000 - 60)
  })
})
