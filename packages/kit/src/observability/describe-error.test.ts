import { expect, test } from 'vitest'
import { describeError } from './describe-error.ts'
import { createLog } from './logger.ts'

test('the causes of an error and its simple fields are logged', () => {
  const cause = Object.assign(new TypeError('no route'), { code: 'EHOSTUNREACH', port: 27_017 })
  expect(describeError(new Error('not reachable', { cause }))).toMatchObject({
    type: 'Error',
    message: 'not reachable',
    stack: expect.stringContaining('describe-error.test'),
    cause: { type: 'TypeError', message: 'no route', code: 'EHOSTUNREACH', port: 27_017 },
  })
})

test('an error with fields that cannot be serialized is logged with its message', () => {
  const topology: Record<string, unknown> = { toJSON: () => expect.fail('is serialized') }
  topology.self = topology
  const lines: string[] = []
  const log = createLog('test', 'info', { write: (line) => void lines.push(line) })
  log.warn({ err: Object.assign(new Error('no primary'), { reason: topology }) }, 'database not reachable')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { type: 'Error', message: 'no primary' } })
})

test('an error that causes itself ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(JSON.stringify(describeError(error)).match(/"message":"round"/g)).toHaveLength(6)
})
