import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupLooks } from './setup-looks.ts'

const vision = await setupLooks({ visionMs: 250 })
const { state, newUser, questions, allSeen, running, noted, near, add } = vision
const POISON = 10

/** A question that is late on a busy machine is asked a little more or less often. */
function expectAboutFour(attempts: number): void {
  expect(Math.abs(attempts - 4)).toBeLessThanOrEqual(2)
}

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
  expectAboutFour(stalls)
})

test('a picture that ends vision each time stops no other, and is given up', async () => {
  let deaths = 0
  const startAgain = async () => {
    const { stop } = running.fake
    running.fake = await vision.startVision()
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
  expectAboutFour(deaths)
  expect(near(60)).toBeGreaterThan(0)
})

test('a paused vision loses no picture', async () => {
  const { promise: continued, resolve: go } = Promise.withResolvers<void>()
  state.answer = async (_wants, level) => {
    await continued
    return noted(_wants, level)
  }
  const ada = await newUser()
  await add(ada, 60)
  await vi.waitFor(() => expect(running.fake.asked.length).toBeGreaterThan(0), WAIT)
  await vi.waitFor(async () => expect(await questions.findOne({ attempts: 1 })).not.toBeNull(), WAIT)
  go()
  await allSeen()
  expect(near(60)).toBeGreaterThan(0)
})
