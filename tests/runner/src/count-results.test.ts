import { expect, test } from 'vitest'
import { countPlaywright, countVitest, judge } from './count-results.ts'

test('a test file that failed to load counts as one failure', () => {
  const testResults = [
    { status: 'passed', assertionResults: [{}, {}, {}] },
    { status: 'failed', assertionResults: [{}, {}] },
    { status: 'failed', assertionResults: [] },
  ]

  expect(countVitest({ numPassedTests: 4, numFailedTests: 1, testResults })).toEqual({ passed: 4, failed: 2 })
})

test('a flaky Playwright test counts as failed', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 }

  expect(countPlaywright({ stats, errors: [] })).toEqual({ passed: 5, failed: 3 })
  expect(countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 }, errors: ['no server'] })).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a suite without tests, or with an error exit and no failed test, counts as failed', () => {
  expect(judge({ passed: 0, failed: 0 }, 0)).toEqual({ passed: 0, failed: 1 })
  expect(judge({ passed: 9, failed: 0 }, 1)).toEqual({ passed: 9, failed: 1 })
  expect(judge({ passed: 9, failed: 0 }, null)).toEqual({ passed: 9, failed: 1 })
  expect(judge({ passed: 9, failed: 2 }, 1)).toEqual({ passed: 9, failed: 2 })
  expect(judge({ passed: 9, failed: 0 }, 0)).toEqual({ passed: 9, failed: 0 })
})
