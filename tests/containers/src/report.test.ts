import { expect, test } from 'vitest'
import { exitCodeOf, formatResult, type Outcome, SKIPPED_EXIT_CODE, summaryOf } from './report.ts'

const results = (...outcomes: Outcome[]) => outcomes.map((outcome) => ({ step: 'x', outcome, text: '', ms: 0 }))

test.each<[Outcome[], number]>([
  [['passed', 'skipped'], 0],
  [['passed', 'failed', 'skipped'], 1],
  [['failed'], 1],
  [['skipped', 'skipped'], SKIPPED_EXIT_CODE],
  [[], SKIPPED_EXIT_CODE],
])('a run with %j ends with %i', (outcomes, code) => {
  expect(exitCodeOf(results(...outcomes))).toBe(code)
})

test('a line names the outcome, the step and its result; the summary counts', () => {
  expect(formatResult({ step: 'kill', outcome: 'failed', text: 'chat is gone', ms: 1_240 })).toBe(
    'failed  kill (1.2 s): chat is gone',
  )
  expect(summaryOf(results('passed', 'skipped', 'passed'))).toBe('2 passed, 0 failed, 1 skipped')
})
