import type { deviceNotified, WorkOf } from '@zing/proto/nats/work'
import { expect, test } from 'vitest'
import { sharePlans } from './share-plans.ts'

const ctx = {} // passed on
const work: WorkOf<typeof deviceNotified> = {
  ...{ id: 'x', epoch: 0, at: '2026-01-01T00:00:00.000Z', userId: 1, aboutId: 2, type: 'MATCH', cause: 'c' },
  ...{ deviceId: 'd'.repeat(22), notificationId: 7 },
}

test('when pushes go out together, their devices share a plan', async () => {
  let plans = 0
  const plan = sharePlans(async () => ({ type: 'MATCH', count: ++plans }))
  const together = [
    plan(ctx, work),
    plan(ctx, { ...work, deviceId: 'e'.repeat(22) }),
    plan(ctx, { ...work, aboutId: 3 }),
  ]
  expect((await Promise.all(together)).map((content) => content?.count)).toEqual([1, 1, 2])
  expect((await plan(ctx, work))?.count).toBe(3)
})

test('when a plan fails, all sharing devices fail, but the next plan does not', async () => {
  let isFailing = true
  const plan = sharePlans(async () => {
    if (isFailing) throw new Error('no database')
    return null
  })
  const results = await Promise.allSettled([plan(ctx, work), plan(ctx, work)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isFailing = false
  expect(await plan(ctx, work)).toBeNull()
})
