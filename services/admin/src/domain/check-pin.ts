import { timingSafeEqual } from 'node:crypto'
import { AppError, firstMessage } from '@zing/kit/errors'
import { adminPin } from '@zing/proto/fields'
import type { Ctx } from '../context.ts'
import { refundAttempts, takeAttempt } from './pin-attempts.ts'

/** Is it the PIN? Whatever was sent counts as an attempt first, also what cannot be one (SEC-44). */
export async function checkPin(ctx: Ctx, userId: number, sent: unknown): Promise<boolean> {
  await takeAttempt(ctx, userId)
  const pin = adminPin.safeParse(sent)
  if (!pin.success) throw new AppError(400, firstMessage(pin.error))

  const isRight = timingSafeEqual(Buffer.from(pin.data), Buffer.from(ctx.pin)) // both of the same length, by their schemas
  if (isRight) await refundAttempts(ctx, userId)
  else ctx.log.warn({ userId }, 'wrong PIN')
  return isRight
}
