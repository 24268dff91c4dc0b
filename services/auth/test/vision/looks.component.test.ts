import { randomBytes } from 'node:crypto'
import { addPhoto } from '@zing/proto/http/photos'
import { VISION_PICTURE_MAX_BYTES } from '@zing/proto/nats/rpc/vision'
import { serveFakeVision } from '@zing/testing/fake-vision'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { dataUrl } from '../pictures.ts'
import { setupLooks } from './setup-looks.ts'

const vision = await setupLooks()
const { state, newUser, questions, allSeen, running, seen, noted, near, add } = vision

test('pictures wait while no vision runs, and it looks at them once it does', async () => {
  state.answer = noted
  await running.fake.stop()
  const ada = await newUser()
  for (const level of [60, 120, 180]) await add(ada, level)
  expect(await questions.countDocuments({ userId: ada.user.id, attempts: 0 })).toBe(3)
  running.fake = await vision.startVision()
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

test('a picture full of noise fits a question', async () => {
  let longest = 0
  await running.fake.stop()
  running.fake = await serveFakeVision(vision.env.NATS_URL, (_wants, picture) => {
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
