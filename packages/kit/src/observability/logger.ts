import { type DestinationStream, type Logger, pino } from 'pino'
import { currentTrace, traceIdOf } from './trace-context.ts'

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

/** JSON lines with service, request id and, where somebody traces, trace id. `destination` is for tests that read the log. */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const paths = PRIVATE.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`, `*.*.*["${key}"]`])
  return pino(
    {
      level,
      base: { service },
      redact: { paths, censor: '[private]' },
      mixin: () => {
        const trace = currentTrace()
        if (!trace) return {}
        const traceId = traceIdOf(trace)
        return { requestId: trace.requestId, ...(traceId && { traceId }) }
      },
    },
    destination ?? pino.destination(1),
  )
}
