import { timingSafeEqual } from 'node:crypto'
import { AppError, firstMessage } from '@zing/kit/errors'
import { adminPin } from '@zing/proto/fields'
import type { Ctx } from '../context.ts'
import { refundAttempts, takeAttempt } from './pin-attempts.ts'

/** Counts an attempt before it compares, also for malformed input (SEC-44). */
export async function checkPin(ctx: Ctx, userId: number, input: unknown): Promise<boolean> {
  await takeAttempt(ctx, userId)
  const pin = adminPin.safeParse(input)
  if (!pin.success) throw new AppError(400, firstMessage(pin.error))

  const isCorrect = timingSafeEqual(Buffer.from(pin.data), Buffer.from(ctx.pin)) // equal length, by their schemas
  if (isCorrect) await refundAttempts(ctx, userId)
  else ctx.log.warn({ userId }, 'wrong PIN')
  return isCorrect
}
