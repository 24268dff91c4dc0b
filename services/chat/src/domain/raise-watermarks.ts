import { ensureInTime } from '@zing/kit/http/deadline'
import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Ctx } from '../context.ts'
import type { Side } from './members.ts'

type Watermark = `${'read' | 'delivered' | 'seen'}.${Side}`

/**
 * Raises watermarks of a conversation, and pushes the receipt if they rose. If the result of the write is lost, it is
 * repeated later and the receipt is pushed in any case, since the lost write may have been the one that counted.
 */
export async function raiseWatermarks(
  ctx: Ctx,
  conversationId: string,
  watermarks: Partial<Record<Watermark, number>>,
  pushReceipt: () => Promise<void>,
): Promise<void> {
  const notBlocked = { _id: conversationId, 'blockedBy.0': { $exists: false } }
  const raise = () => ctx.models.raw.conversations.updateOne(notBlocked, { $max: watermarks })
  ensureInTime()
  try {
    const { modifiedCount } = await raise()
    if (modifiedCount > 0) await pushReceipt()
  } catch (error) {
    if (isDatabaseUnavailable(error)) ctx.writeRetries.add([conversationId, ...Object.keys(watermarks)].join(), repeat)
    throw error
  }

  async function repeat(): Promise<void> {
    const { matchedCount } = await raise()
    if (matchedCount > 0) await pushReceipt()
  }
}
