import type { Nats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { DEFAULT_PUBLISHED } from '@zing/proto/community/settings'
import { errors } from '@zing/proto/errors'
import { expect, test } from 'vitest'
import type { Ctx } from '../context.ts'
import { createLookAtPhoto } from './look-at-photo.ts'

const jpeg = Buffer.from('jpeg')

/** A vision that gives these answers, and is away for null. */
function withVision(...answers: (object | null)[]) {
  const timeouts: number[] = []
  const nc = {
    async request(_subject: string, _data: unknown, { timeout }: { timeout: number }) {
      timeouts.push(timeout)
      const answer = answers.shift()
      if (!answer) throw new Error('no responder')
      return { data: Buffer.from(JSON.stringify(answer)) }
    },
  }
  const people = { ...DEFAULT_PUBLISHED.settings.people, nakednessFrom: 80 }
  const published = { ...DEFAULT_PUBLISHED, settings: { ...DEFAULT_PUBLISHED.settings, people } }
  const nats = { up: () => nc } as unknown as Nats // the only call
  const settings = { current: () => published } as Ctx['settings'] // the only call
  const look = createLookAtPhoto({ nats, settings, log: createLog('chat', 'silent') }, {})
  return { ...look, timeouts }
}
const seen = (nakedness: number) => ({ answer: { nakedness } })

test('a photo is marked from the threshold on', async () => {
  const { soon } = withVision(seen(0.79), seen(0.8), seen(1))
  expect([await soon(jpeg), await soon(jpeg), await soon(jpeg)]).toEqual([false, true, true])
})

test('after a failure no upload asks, until vision has answered a repeated question', async () => {
  const vision = withVision(null, null, seen(0.9), seen(0.9))
  expect([await vision.soon(jpeg), await vision.soon(jpeg), await vision.soon(jpeg)]).toEqual([null, null, null])
  expect(vision.timeouts).toEqual([2_000])
  await expect(vision.patiently(jpeg)).rejects.toMatchObject({ code: errors.unavailable.code })
  expect(await vision.soon(jpeg)).toBeNull()
  expect([await vision.patiently(jpeg), await vision.soon(jpeg)]).toEqual([true, true])
  expect(vision.timeouts).toEqual([2_000, 10_000, 10_000, 2_000])
})

test('a photo that vision cannot read has no mark, and does not stop others', async () => {
  const { status, body } = errors.invalidRequest()
  const { soon } = withVision({ error: { status, body } }, seen(1))
  expect([await soon(jpeg), await soon(jpeg)]).toEqual([false, true])
})
