import { WORD_KEYS } from '@zing/proto/profile-fields'
import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'
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
  'photo',
  'token',
  'place',
  'placeId',
  'placeName',
  'trip',
  ...WORD_KEYS,
]

/**
 * Logs JSON lines with service, request id and trace id. Redacts the top level and three levels below. Tests give a
 * `destination`.
 */
export function createLog(service: string, level = 'info', destination?: DestinationStream): Log {
  const paths = REDACTED.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`, `*.*.*["${key}"]`])
  return pino(
    {
      level,
      base: { service },
      serializers: { err: describeError },
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
