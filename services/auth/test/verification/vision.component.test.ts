import { withdrawVerification } from '@zing/proto/http/verification'
import type { PictureWants, SeenPicture } from '@zing/proto/vision/seen-picture'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { seesAll, setupVerification } from './setup-verification.ts'

const auth = await setupVerification()
const { db, newMember, send, waitingOf, judge, stateOf } = auth
const questions = db.collection('picturesToSee')

/** Answers until the test ends. */
async function withVision(answer: (wants: PictureWants) => SeenPicture | 'away', run: () => Promise<void>) {
  const vision = await auth.serveVision(answer)
  await run()
  await vision.stop()
  return vision.asked
}

const signsOf = async (user: Parameters<typeof waitingOf>[0]) => (await waitingOf(user))?.signs
const answered = () => vi.waitFor(async () => expect(await questions.countDocuments()).toBe(0), WAIT)

test('vision looks at both frames and the first photo, and the signs wait for the moderator', async () => {
  const ada = await newMember(2)
  const asked = await withVision(seesAll, async () => {
    const { poses } = await send(ada)
    await vi.waitFor(async () => expect(await signsOf(ada)).not.toBeNull(), WAIT)
    expect(await signsOf(ada)).toEqual({
      poses: poses.map((pose) => ({ pose, fits: 1 })),
      likeness: expect.closeTo(1),
      oneFace: expect.closeTo(1),
    })
    await answered()
  })
  const { poses = [] } = (await waitingOf(ada)) ?? {}
  expect(asked).toHaveLength(3)
  expect(asked).toEqual(expect.arrayContaining([...poses.map((pose) => ({ face: true, pose })), { face: true }]))
})

test('whatever vision says, nobody is verified without a moderator', async () => {
  const answers: SeenPicture[] = [
    { face: { model: 'fake', values: 'Zmg=' }, faceCount: 1, pose: 1, nakedness: 0 },
    { face: null, faceCount: 0, pose: null },
    {},
  ]
  for (const answer of answers) {
    const ada = await newMember()
    await withVision(
      () => answer,
      async () => {
        await send(ada)
        await answered()
      },
    )
    expect(await stateOf(ada)).toEqual({ verified: false, state: 'waiting' })
    expect(await waitingOf(ada)).toBeDefined()
  }
})

test('when vision is away, a moderator can decide, and no question is lost', async () => {
  const [ada, ben] = [await newMember(), await newMember()]
  const begun = await send(ada)
  await withVision(
    () => 'away',
    async () => {
      await send(ben)
      expect(await signsOf(ben)).toBeNull()
    },
  )
  await judge(begun.id, { decision: 'verify' })
  expect(await stateOf(ada)).toEqual({ verified: true, state: 'verified' })
  expect(await questions.countDocuments({ userId: ben.user.id })).toBe(3)
  await withVision(seesAll, () => vi.waitFor(async () => expect(await signsOf(ben)).not.toBeNull(), WAIT))
  expect(await stateOf(ben)).toEqual({ verified: false, state: 'waiting' })
})

test('an answer that comes after a withdrawal is not kept', async () => {
  const ada = await newMember()
  await withVision(
    (wants) => {
      if (wants.pose) return seesAll(wants)
      void ada.call(withdrawVerification)
      return seesAll(wants)
    },
    async () => {
      await send(ada)
      await answered()
    },
  )
  await vi.waitFor(async () => expect(await stateOf(ada)).toEqual({ verified: false, state: undefined }), WAIT)
  await vi.waitFor(async () => expect(await auth.leftOf(ada)).toMatchObject({ pictures: 0, questions: 0 }), WAIT)
})
