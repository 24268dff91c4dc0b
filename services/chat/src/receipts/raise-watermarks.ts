import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import { ensureInTime } from '@zing/kit/timing/deadline'
import type { Ctx, Raise } from '../context.ts'

/**
 * Raises a conversation's watermarks, and pushes the receipt if they rose. A lost result is followed by a repetition and a
 * push in any case: the lost write may have counted.
 */
export async function raiseWatermarks(ctx: Ctx, raise: Raise): Promise<void> {
  ensureInTime()
  await raiseAlone(ctx, raise)
}

async function raiseAlone(ctx: Ctx, raise: Raise): Promise<void> {
  await orRepeatLater(ctx, [raise], async () => {
    const { modifiedCount } = await write(ctx, raise)
    if (modifiedCount > 0) await raise.pushReceipt()
  })
}

/**
 * Raises watermarks of several conversations in one write, whose result is a total. Unless all rose, each write is repeated
 * alone and its receipt is pushed, as after a lost result. There is no deadline, since the raises are of several requests.
 */
export async function raiseTogether(ctx: Ctx, all: Raise[]): Promise<void> {
  const raises = highestOf(all)
  const [first, ...others] = raises
  if (!first || others.length === 0) return first && raiseAlone(ctx, first)
  await orRepeatLater(ctx, raises, async () => {
    const { modifiedCount } = await ctx.models.raw.conversations.bulkWrite(
      raises.map((raise) => ({ updateOne: operationOf(raise) })),
      { ordered: false },
    )
    if (modifiedCount === raises.length) await Promise.all(raises.map(({ pushReceipt }) => pushReceipt()))
    else for (const raise of raises) await repeat(ctx, raise)
  })
}

/** Keeps the highest raise of each watermark. A lower one would change nothing, and would look rejected. */
function highestOf(raises: Raise[]): Raise[] {
  const highest = new Map<string, Raise>()
  for (const raise of raises) {
    const known = highest.get(nameOf(raise))
    if (!known || heightOf(known) < heightOf(raise)) highest.set(nameOf(raise), raise)
  }
  return [...highest.values()]
}

function heightOf({ watermarks }: Raise): number {
  return Math.max(...Object.values(watermarks))
}

async function orRepeatLater(ctx: Ctx, raises: Raise[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (isDatabaseUnavailable(error))
      for (const raise of raises) ctx.writeRetries.add(nameOf(raise), () => repeat(ctx, raise))
    throw error
  }
}

function nameOf({ conversationId, watermarks }: Raise): string {
  return [conversationId, ...Object.keys(watermarks)].join()
}

async function repeat(ctx: Ctx, raise: Raise): Promise<void> {
  const { matchedCount } = await write(ctx, raise)
  if (matchedCount > 0) await raise.pushReceipt()
}

function write({ models }: Ctx, raise: Raise) {
  const { filter, update } = operationOf(raise)
  return models.raw.conversations.updateOne(filter, update)
}

function operationOf({ conversationId, watermarks }: Raise) {
  const filter = { _id: conversationId, 'blockedBy.0': { $exists: false } }
  return { filter, update: { $max: watermarks } }
}
