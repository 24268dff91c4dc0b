import { expect, test } from 'vitest'
import { formatLogLine } from './format-log-line.ts'

test('a log line shows level, message and fields, without the service, which is in the prefix', () => {
  const line = JSON.stringify({
    level: 40,
    time: 1,
    service: 'chat',
    requestId: 'r1',
    count: 2,
    msg: 'NATS disconnected',
  })

  expect(formatLogLine(line)).toBe('WARN NATS disconnected requestId=r1 count=2')
})

test('an error shows its stack, a warning only its message', () => {
  const err = { message: 'no', stack: 'Error: no\n    at x.ts:1' }

  expect(formatLogLine(JSON.stringify({ level: 50, msg: 'failed', err }))).toBe('ERROR failed Error: no\n    at x.ts:1')
  expect(formatLogLine(JSON.stringify({ level: 40, msg: 'will retry', err }))).toBe('WARN will retry no')
})

test.each(['plain words', '{"no":"log line"}', '{broken'])(
  'a line that is not a log record is printed unchanged: %s',
  (line) => {
    expect(formatLogLine(line)).toBe(line)
  },
)
