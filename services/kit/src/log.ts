import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequestId } from './request-context.ts'

export type Log = Logger

// Photos, texts, passwords and tokens never reach a log, however deep in an object they lie.
const PRIVATE = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'passwordHash',
  'pin',
  'selfie',
  'content',
  'token',
]

/** JSON lines with service and request id. `destination` is for tests that read the log. */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const paths = PRIVATE.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`, `*.*.*["${key}"]`])
  return pino(
    {
      level,
      base: { service },
      redact: { paths, censor: '[private]' },
      mixin: () => {
        const requestId = currentRequestId()
        return requestId ? { requestId } : {}
      },
    },
    destination ?? pino.destination(1),
  )
}
