import { messages } from '@zing/proto/http/errors'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import mongoose from 'mongoose'
import type { z } from 'zod/mini'

/** An expected failure: `message` is for the person who asked and safe to show. Everything else becomes a 500. */
export class AppError extends Error {
  readonly status: number
  readonly code: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(status: number, message: string, options: { code?: string; retryAfterSeconds?: number } = {}) {
    super(message)
    this.name = 'AppError'
    this.status = status
    this.code = options.code
    this.retryAfterSeconds = options.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined)
  }
}

/** A dependency is away; the outcome of a write may be unknown. */
export function unavailable(): AppError {
  return new AppError(503, messages.unavailable)
}

/** The text of the first rule that was broken; what zod says of wrong types by itself is not for people. */
export function firstMessage(error: z.core.$ZodError): string {
  const message = error.issues[0]?.message ?? messages.invalidRequest
  return message.startsWith('Invalid input') || message.startsWith('Unrecognized') ? messages.invalidRequest : message
}

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongoose.mongo.MongoServerError && error.code === 11_000
}

const AWAY = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoServerSelectionError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoWriteConcernError',
])

/** The database did not answer, or not in time. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (AWAY.has(error.name)) return true
  // the driver passes on as it is what the socket says in the instant in which the server has gone
  if ('code' in error && (error.code === 'EPIPE' || error.code === 'ECONNRESET')) return true
  // mongoose's own words for a model that is used while its connection is down and `bufferCommands` is off
  return error instanceof mongoose.MongooseError && error.message.includes('bufferCommands')
}
