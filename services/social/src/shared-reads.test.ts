import { expect, test } from 'vitest'
import type { Ctx } from './context.ts'
import { createSharedReads } from './shared-reads.ts'

/** Reads of a database with devices of these users, which records the users in each command. */
function setUp(ownerIds: number[] | Error) {
  const commands: number[][] = []
  const find = ({ userId: { $in: asked } }: { userId: { $in: number[] } }) => {
    commands.push(asked)
    return {
      async lean() {
        if (ownerIds instanceof Error) throw ownerIds
        return ownerIds.filter((id) => asked.includes(id)).map((userId) => ({ userId }))
      },
    }
  }
  const ctx = { models: { PushDevice: { find } }, epoch: { current: () => 0 } } as unknown as Ctx // the used part
  return { commands, hasDevice: createSharedReads(ctx).hasDevice }
}

test('when callers ask at the same time, one command looks up each user once', async () => {
  const { commands, hasDevice } = setUp([2, 2, 3])
  expect(await Promise.all([1, 2, 3, 2, 4].map(hasDevice))).toEqual([false, true, true, true, false])
  expect(commands).toEqual([[1, 2, 3, 4]])
  expect(await hasDevice(3)).toBe(true)
  expect(commands).toEqual([[1, 2, 3, 4], [3]])
})

test('when a read fails, all its waiting callers fail', async () => {
  const { hasDevice } = setUp(new Error('no database'))
  const outcomes = await Promise.allSettled([1, 2].map(hasDevice))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
