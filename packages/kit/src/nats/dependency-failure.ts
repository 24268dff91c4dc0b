import { AppError } from '@zing/proto/errors'
import { isDatabaseUnavailable } from '../mongo/errors.ts'

/** True if a handler failed because a dependency is unavailable, not because of the message. */
export function isDependencyFailure(err: unknown): boolean {
  return isDatabaseUnavailable(err) || (err instanceof AppError && err.status === 503)
}
