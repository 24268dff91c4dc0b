import { expect, test, vi } from 'vitest'
import type { Ctx } from '../context.ts'
import { notifyUnseen } from './notify-unseen.ts'

test('a message is due after five seconds, and at once if its time is further ahead', async () => {
  vi.useFakeTimers({ now: 1_000_000, toFake: ['Date'] })
  const find = vi.fn(() => ({ toArray: async () => [] }))
  const ctx = { models: { raw: { conversations: { find } } } } as unknown as Ctx // the part in use
  expect(await notifyUnseen(ctx)).toBe(false)
  vi.useRealTimers()
  const isDue = { $or: [{ unseenAt: { $lte: new Date(995_000) } }, { unseenAt: { $gt: new Date(1_005_000) } }] }
  expect(find).toHaveBeenCalledWith(isDue, expect.anything())
})
