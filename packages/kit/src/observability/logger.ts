import { type DestinationStream, type Logger, pino } from 'pino'
import { currentTrace, traceIdOf } from './trace-context.ts'

export type Log = Logger

const REDACTED = [
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

/**
 * Creates a logger of JSON lines with service, request id and trace id. Fields of REDACTED are censored down to three
 * levels of nesting; `destination` is for tests that read the log.
 */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const paths = REDACTED.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`, `*.*.*["${key}"]`])
  return pino(
    {
      level,
      base: { service },
      redact: { paths, censor: '[redacted]' },
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
