import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { AppError } from '@zing/proto/errors'
import type { Ctx } from '../context.ts'

/** Counts an attempt to give a password or code. Throws a 429 after too many and logs it with `details` (SEC-48). */
export async function recordAttempt(
  { loginThrottle, log }: Ctx,
  bucket: string,
  details: Parameters<typeof logSecurityEvent>[2],
): Promise<void> {
  try {
    await loginThrottle.recordAttempt(bucket)
  } catch (error) {
    if (error instanceof AppError) logSecurityEvent(log, 'authn_login_lock', details)
    throw error
  }
}
