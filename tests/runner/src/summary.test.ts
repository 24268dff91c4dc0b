import { expect, test } from 'vitest'
import { LEFT_OUT, summary } from './summary.ts'

test('the summary names failed tests, and its last line has the totals of all suites', () => {
  const text = summary([
    { suite: 'lint', passed: 1, failed: 0, failedTests: [], ms: 1_500 },
    { suite: 'unit', passed: 210, failed: 2, failedTests: ['a.test.ts › adds', 'b.test.ts › parses'], ms: 8_040 },
  ])

  expect(text.split('\n')).toEqual([
    '',
    'suite                       passed  failed      time',
    'lint                             1       0     1.5 s',
    'unit                           210       2     8.0 s',
    '',
    'Failed tests:',
    '  unit: a.test.ts › adds',
    '  unit: b.test.ts › parses',
    '',
    '211 passed, 2 failed',
  ])
})

test('suites that did not begin in time are named, and count as neither passed nor failed', () => {
  const text = summary([
    { suite: 'tools/crash', passed: 1, failed: 0, failedTests: [], ms: 1_500 },
    { suite: 'tools/bots', ...LEFT_OUT },
    { suite: 'tools/scale', ...LEFT_OUT },
  ])

  expect(text.split('\n').slice(2)).toEqual([
    'tools/crash                      1       0     1.5 s',
    '',
    'Not run, because the time was over: tools/bots, tools/scale',
    '',
    '1 passed, 0 failed',
  ])
})
