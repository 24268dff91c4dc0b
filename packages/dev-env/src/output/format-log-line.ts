const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: '', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
const ERROR = 50
const NOT_SHOWN = new Set(['level', 'time', 'service', 'msg', 'err', 'pid', 'hostname'])

/** Formats a pino record as text: level, message, fields. Other lines are returned unchanged. */
export function formatLogLine(line: string): string {
  const entry = parse(line)
  if (!entry) return line
  const { level, msg, err } = entry
  const details = Object.entries(entry)
    .filter(([key]) => !NOT_SHOWN.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const error = describe(err, Number(level) >= ERROR)
  return [LEVELS[Number(level)], msg, ...details, error].filter(Boolean).join(' ')
}

function parse(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null
  try {
    const entry: Record<string, unknown> = JSON.parse(line)
    return typeof entry.level === 'number' ? entry : null
  } catch {
    return null
  }
}

function describe(err: unknown, withStack: boolean): string {
  if (typeof err !== 'object' || err === null) return ''
  const { stack, message = '' } = err as { stack?: string; message?: string } // the output of pino's serializer
  return withStack ? (stack ?? message) : message
}
