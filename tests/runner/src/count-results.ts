import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
}

export const NOT_RUN: Counts = { passed: 0, failed: 1 }

const Vitest = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

/** Counts the results of vitest's JSON report. A file that failed to load is one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = Vitest.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

const Playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
})

/** Counts the results of Playwright's JSON report. A flaky test is a failure. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = Playwright.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** Adds a failure to a suite that ran no tests, or that exited with an error without a failed test. */
export function judge(counts: Counts, exitCode: number | null): Counts {
  if (counts.failed > 0) return counts
  if (exitCode !== 0 || counts.passed === 0) return { ...counts, failed: 1 }
  return counts
}
