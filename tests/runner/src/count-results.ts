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

/** Counts of vitest's JSON report. A file that could not even be loaded is one failure. */
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

/** Counts of Playwright's JSON report. What failed first and passed when repeated has failed: a promise holds each time. */
export function countPlaywright(report: unknown): Counts {
  const { stats, errors } = Playwright.parse(report)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

/** A suite that ran nothing, or that ended badly without naming a failure, has failed. */
export function judge(counts: Counts, exitCode: number | null): Counts {
  if (counts.failed > 0) return counts
  if (exitCode !== 0 || counts.passed === 0) return { ...counts, failed: 1 }
  return counts
}
