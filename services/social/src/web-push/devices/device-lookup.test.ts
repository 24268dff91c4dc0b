import { expect, test } from 'vitest'
import type { Ctx } from '../../context.ts'
import { createDeviceLookup } from './device-lookup.ts'

/** A lookup in a database with devices of these users, which records the users in each read. */
function setUp(ownerIds: number[] | Error) {
  const reads: number[][] = []
  const find = ({ userId: { $in: asked } }: { userId: { $in: number[] } }) => {
    reads.push(asked)
    return {
      async lean() {
        if (ownerIds instanceof Error) throw ownerIds
        return ownerIds.filter((id) => asked.includes(id)).map((userId) => ({ userId }))
      },
    }
  }
  const ctx = { models: { PushDevice: { find } }, epoch: { current: () => 0 } } as unknown as Ctx // the used part
  return { reads, hasDevice: createDeviceLookup(ctx) }
}

test('when callers ask at the same time, one read looks up each user once', async () => {
  const { reads, hasDevice } = setUp([2, 2, 3])
  expect(await Promise.all([1, 2, 3, 2, 4].map(hasDevice))).toEqual([false, true, true, true, false])
  expect(reads).toEqual([[1, 2, 3, 4]])
  expect(await hasDevice(3)).toBe(true)
  expect(reads).toEqual([[1, 2, 3, 4], [3]])
})

test('when a read fails, all its waiting callers fail', async () => {
  const { hasDevice } = setUp(new Error('no database'))
  const outcomes = await Promise.allSettled([1, 2].map(hasDevice))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
