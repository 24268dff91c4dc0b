import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { type Counts, countPlaywright, countVitest, judge } from './count-results.ts'

const inRoot = (file: string) => path.join(ROOT, file)

test('a test file that failed to load counts as one failure, and failed tests are named', () => {
  const passed = { status: 'passed', fullName: 'adds' }
  const testResults = [
    { name: inRoot('a.test.ts'), status: 'passed', assertionResults: [passed, passed, passed] },
    {
      name: inRoot('b.test.ts'),
      status: 'failed',
      assertionResults: [
        passed,
        { status: 'failed', fullName: 'parses', failureMessages: ['Error: no digit\n\n  at b'] },
      ],
    },
    { name: inRoot('c.test.ts'), status: 'failed', assertionResults: [] },
  ]

  expect(countVitest({ numPassedTests: 4, numFailedTests: 1, testResults })).toEqual({
    passed: 4,
    failed: 2,
    failedTests: ['b.test.ts › parses\n      Error: no digit\n        at b', 'c.test.ts › did not load'],
  })
})

test('a flaky Playwright test counts as failed, and failed tests are named', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 3 }
  const spec = (title: string, ok: boolean) => ({ title, file: 'chat.spec.ts', ok })
  const error = { message: '\u001b[31mTimeout\u001b[39m', snippet: '> 12 | click()' }
  const suites = [
    {
      specs: [spec('sends', true), spec('reads', false)],
      suites: [{ specs: [{ ...spec('blocks', false), tests: [{ results: [{ error }] }] }] }],
    },
  ]

  expect(countPlaywright({ stats, suites, errors: [] })).toEqual({
    passed: 5,
    failed: 3,
    failedTests: ['chat.spec.ts › reads', 'chat.spec.ts › blocks\n      Timeout\n      > 12 | click()'],
  })
  expect(
    countPlaywright({ stats: { expected: 0, unexpected: 0, flaky: 0 }, suites: [], errors: ['no server'] }),
  ).toMatchObject({ passed: 0, failed: 1 })
})

test('a suite without tests, or with an error exit but no failed test, counts as failed', () => {
  const counts = (passed: number, failed: number): Counts => ({ passed, failed, failedTests: [] })

  expect(judge(counts(0, 0), 0)).toMatchObject({ failed: 1, failedTests: ['ran no tests'] })
  expect(judge(counts(9, 0), 1)).toMatchObject({ failed: 1, failedTests: ['exit code 1, but no test failed'] })
  expect(judge(counts(9, 0), null)).toMatchObject({ failed: 1 })
  expect(judge(counts(9, 2), 1)).toEqual(counts(9, 2))
  expect(judge(counts(9, 0), 0)).toEqual(counts(9, 0))
})
