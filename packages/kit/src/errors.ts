import { AppError, errors } from '@zing/proto/errors'
import type { z } from 'zod/mini'

/** Text of the first failing rule; zod's own texts become `messages.invalidRequest`. */
export function firstMessage(error: z.core.$ZodError): string {
  const message = error.issues[0]?.message ?? errors.invalidRequest.message
  return message.startsWith('Invalid input') || message.startsWith('Unrecognized')
    ? errors.invalidRequest.message
    : message
}

/** True for errors of a connection that the other side has closed. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')
}

/**
 * Runs a write, and `undo` if the write throws an AppError. After any other error the write may have succeeded and need what
 * `undo` removes.
 */
export async function undoIfRefused<T>(write: () => Promise<T>, undo: () => Promise<unknown>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof AppError) await undo()
    throw error
  }
}
