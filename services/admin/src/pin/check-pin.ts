import { timingSafeEqual } from 'node:crypto'
import { firstMessage } from '@zing/kit/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { adminPin } from '@zing/proto/accounts/admin-pin'
import { errors } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'
import { refundAttempts, takeAttempt } from './pin-attempts.ts'

/** Counts an attempt before it compares, also for malformed input (SEC-44). */
export async function checkPin(ctx: Ctx, userId: number, input: unknown): Promise<boolean> {
  await takeAttempt(ctx, userId)
  const pin = adminPin.safeParse(input)
  // equal length, by their schemas
  const isCorrect = pin.success && timingSafeEqual(Buffer.from(pin.data), Buffer.from(ctx.pin))
  if (!isCorrect) logSecurityEvent(ctx.log, 'authz_fail', { userId, reason: 'wrong PIN' })
  if (!pin.success) throw errors.invalidRequest({ message: firstMessage(pin.error) })
  if (isCorrect) await refundAttempts(ctx, userId)
  return isCorrect
}
