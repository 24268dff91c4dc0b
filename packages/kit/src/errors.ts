import { type ErrorBody, errorMessages } from '@zing/proto/http/errors'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import type { z } from 'zod/mini'

/** What an error response carries besides its message. */
type Details = Omit<ErrorBody, 'message'>

/** Expected error whose `message` is safe to show to the user. Any other error becomes a 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly success: false | undefined
  readonly suspension: ErrorBody['suspension']
  readonly word: string | undefined

  constructor(status: number, message: string, options: Details & { retryAfterSeconds?: number } = {}) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = options.code
    this.success = options.success
    this.suspension = options.suspension
    this.word = options.word
    this.retryAfterSeconds = options.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined)
  }
}

/** Creates the 503 for an unavailable dependency; the outcome of a write may be unknown. */
export function unavailable(): AppError {
  return new AppError(503, errorMessages.unavailable)
}

/** Text of the first failing rule; zod's own texts become `messages.invalidRequest`. */
export function firstMessage(error: z.core.$ZodError): string {
  const message = error.issues[0]?.message ?? errorMessages.invalidRequest
  return message.startsWith('Invalid input') || message.startsWith('Unrecognized')
    ? errorMessages.invalidRequest
    : message
}

/** True for errors of a connection that the other side has closed. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')
}
