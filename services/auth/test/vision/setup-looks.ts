import { addPhoto } from '@zing/proto/http/photos'
import type { PictureWants } from '@zing/proto/vision/seen-picture'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Times } from '../../src/times.ts'
import { grey, setupVision } from './setup-vision.ts'

/** Starts auth, which asks a new fake vision in each test about the photos that users add. */
export async function setupLooks(times: Times = {}) {
  const vision = await setupVision({ ...times, lookAgainMs: 20 })
  const seen: number[] = []
  const running = { fake: await vision.startVision() }

  beforeAll(() => vision.publish({ people: { verification: 'off', nakednessFrom: 80, bannedFaces: false } }))
  afterEach(async () => {
    await running.fake.stop()
    running.fake = await vision.startVision()
    seen.length = 0
  })
  afterAll(() => running.fake.stop())

  return {
    ...vision,
    seen,
    running,
    /** An answer that remembers the picture. */
    noted(_wants: PictureWants, level: number) {
      seen.push(level)
      return { nakedness: 0 }
    },
    /** Counts the pictures of this grey that vision has seen. */
    near: (level: number) => seen.filter((one) => Math.abs(one - level) < 4).length,
    async add({ call }: Awaited<ReturnType<typeof vision.newUser>>, level: number) {
      expect((await call(addPhoto, { body: { photo: await grey(level) } })).status).toBe(201)
    },
  }
}
