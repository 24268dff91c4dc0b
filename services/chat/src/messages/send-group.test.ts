import { type Caller, withinDeadline } from '@zing/kit/timing/deadline'
import { expect, test, vi } from 'vitest'
import type { Ctx } from '../context.ts'
import { sendGroup } from './send-group.ts'

const present: Caller = { isServed: () => false, hasLeft: () => false, onLeave: () => {} }
const gone: Caller = { ...present, hasLeft: () => true }

/** A message that waits, whose context has neither a database nor anything else. */
function waiting(deadline: number, caller: Caller) {
  const message = { id: 0, senderId: 1, content: 'late', createdAt: new Date(), key: '1:key' }
  return {
    item: { ctx: {} as Ctx, receiverId: 2, message },
    resolve: vi.fn(),
    reject: vi.fn(),
    inContext: <T>(work: () => T) => withinDeadline(deadline, caller, work),
  }
}

test('messages past their deadline, or whose client has left, are rejected with a 503 before any work', async () => {
  const late = waiting(performance.now() - 1, present)
  const abandoned = waiting(Number.POSITIVE_INFINITY, gone)
  await sendGroup([late, abandoned])
  for (const { resolve, reject } of [late, abandoned]) {
    expect(reject).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 503 }))
    expect(resolve).not.toHaveBeenCalled()
  }
})
