import { expect, test } from 'vitest'
import { formatLogLine } from './format-log-line.ts'

test('a log line shows level, message and details, and not what the prefix says already', () => {
  const line = JSON.stringify({ level: 40, time: 1, service: 'chat', requestId: 'r1', count: 2, msg: 'broker is away' })

  expect(formatLogLine(line)).toBe('WARN broker is away requestId=r1 count=2')
})

test('an error shows its stack, a warning stays one line', () => {
  const err = { message: 'no', stack: 'Error: no\n    at x.ts:1' }

  expect(formatLogLine(JSON.stringify({ level: 50, msg: 'failed', err }))).toBe('ERROR failed Error: no\n    at x.ts:1')
  expect(formatLogLine(JSON.stringify({ level: 40, msg: 'again soon', err }))).toBe('WARN again soon no')
})

test.each(['plain words', '{"no":"log line"}', '{broken'])('what is no log line stays as it is: %s', (line) => {
  expect(formatLogLine(line)).toBe(line)
})
