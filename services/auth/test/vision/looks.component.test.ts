import { randomBytes } from 'node:crypto'
import { addPhoto } from '@zing/proto/http/photos'
import { VISION_PICTURE_MAX_BYTES } from '@zing/proto/nats/rpc/vision'
import { serveFakeVision } from '@zing/testing/fake-vision'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dataUrl } from '../pictures.ts'
import { grey, setupVision } from './setup-vision.ts'

const vision = await setupVision({ visionMs: 250, lookAgainMs: 20 })
const { state, newUser, questions, allSeen } = vision
type User = Awaited<ReturnType<typeof newUser>>
const POISON = 10
const seen: number[] = []
let fake: Awaited<ReturnType<typeof vision.startVision>>

beforeAll(() => vision.publish({ people: { verification: 'off', nakednessFrom: 80, bannedFaces: false } }))
beforeEach(async () => {
  fake = await vision.startVision()
})
afterEach(async () => {
  await fake.stop()
  seen.length = 0
})

const noted = (_wants: unknown, level: number) => {
  seen.push(level)
  return { nakedness: 0 }
}
const near = (level: number) => seen.filter((one) => Math.abs(one - level) < 4).length

async function add({ call }: User, level: number) {
  expect((await call(addPhoto, { body: { photo: await grey(level) } })).status).toBe(201)
}

test('pictures wait while no vision runs, and it looks at them once it does', async () => {
  state.answer = noted
  await fake.stop()
  const ada = await newUser()
  for (const level of [60, 120, 180]) await add(ada, level)
  expect(await questions.countDocuments({ userId: ada.user.id, attempts: 0 })).toBe(3)
  fake = await vision.startVision()
  await allSeen()
  expect([60, 120, 180].map(near)).toEqual([1, 1, 1])
})

test('pictures wait while vision is full, and that is no failure of theirs', async () => {
  let refusals = 0
  state.answer = (wants, level) => {
    refusals += 1
    return refusals <= 3 ? 'away' : noted(wants, level)
  }
  const ada = await newUser()
  await add(ada, 60)
  await vi.waitFor(() => expect(refusals).toBe(2), WAIT)
  expect(await questions.findOne({ userId: ada.user.id })).toMatchObject({ attempts: 0 })
  await allSeen()
  expect(near(60)).toBe(1)
})

test('a picture that stalls vision each time stops no other, and is given up', async () => {
  let stalls = 0
  state.answer = (wants, level) => {
    if (level > POISON + 4) return noted(wants, level)
    stalls += 1
    return new Promise(() => {})
  }
  const ada = await newUser()
  for (const level of [POISON, 60, 120]) await add(ada, level)
  await vi.waitFor(() => expect(Math.min(near(60), near(120))).toBeGreaterThan(0), WAIT)
  await allSeen()
  expect(stalls).toBe(4)
})

test('a picture that ends vision each time stops no other, and is given up', async () => {
  let deaths = 0
  const startAgain = async () => {
    const { stop } = fake
    fake = await vision.startVision()
    await stop()
  }
  state.answer = (wants, level) => {
    if (level > POISON + 4) return noted(wants, level)
    deaths += 1
    return startAgain().then(() => new Promise(() => {}))
  }
  const ada = await newUser()
  for (const level of [POISON, 60]) await add(ada, level)
  await allSeen()
  expect([deaths, near(60) > 0]).toEqual([4, true])
})

test('a paused vision loses no picture', async () => {
  const { promise: continued, resolve: go } = Promise.withResolvers<void>()
  state.answer = async (_wants, level) => {
    await continued
    return noted(_wants, level)
  }
  const ada = await newUser()
  await add(ada, 60)
  await vi.waitFor(() => expect(fake.asked.length).toBeGreaterThan(0), WAIT)
  await vi.waitFor(async () => expect(await questions.findOne({ attempts: 1 })).not.toBeNull(), WAIT)
  go()
  await allSeen()
  expect(near(60)).toBeGreaterThan(0)
})

test('a picture full of noise fits a question', async () => {
  let longest = 0
  await fake.stop()
  fake = await serveFakeVision(vision.env.NATS_URL, (_wants, picture) => {
    longest = Math.max(longest, picture.length)
    return { nakedness: 0 }
  })
  const ada = await newUser()
  const [width, height] = [720, 1_080]
  const pixels = randomBytes(width * height * 3).map((byte) => (byte > 127 ? 255 : 0))
  const noise = sharp(pixels, { raw: { width, height, channels: 3 } })
  await ada.call(addPhoto, { body: { photo: dataUrl(await noise.jpeg({ quality: 98 }).toBuffer()) } })
  await allSeen()
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(VISION_PICTURE_MAX_BYTES)
})

test('one question is asked at a time, whatever waits', async () => {
  let [now, most] = [0, 0]
  state.answer = async (wants, level) => {
    now += 1
    most = Math.max(most, now)
    await Promise.resolve()
    now -= 1
    return noted(wants, level)
  }
  const ada = await newUser()
  for (const level of [60, 90, 120, 150]) await add(ada, level)
  await allSeen()
  expect([seen.length, most]).toEqual([4, 1])
})
