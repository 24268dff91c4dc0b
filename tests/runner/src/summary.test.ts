import { expect, test } from 'vitest'
import { summary } from './summary.ts'

test('the last line counts over all suites', () => {
  const text = summary([
    { suite: 'lint', passed: 1, failed: 0, ms: 1_500 },
    { suite: 'unit', passed: 210, failed: 2, ms: 8_040 },
  ])

  expect(text.split('\n')).toEqual([
    '',
    'suite         passed  failed      time',
    'lint               1       0     1.5 s',
    'unit             210       2     8.0 s',
    '',
    '211 passed, 2 failed',
  ])
})
