import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ROOT } from '@zing/dev-env/root'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
  /** File and name of each failed test in the report, and the first lines of its error. */
  failedTests: string[]
}

const ERROR_LINES = 8

export const NOT_RUN: Counts = { passed: 0, failed: 1, failedTests: [] }

const Vitest = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.array(z.string()).optional() }),
      ),
    }),
  ),
})

/** Counts the results in vitest's JSON report. A file that failed to load is one failure. */
export function countVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = Vitest.parse(report)
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failedTests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => nameOf(name, fullName) + begin(failureMessages[0])),
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failedTests: [...failedTests, ...broken.map(({ name }) => nameOf(name, 'did not load'))],
  }
}

function nameOf(file: string, test: string): string {
  return `${path.relative(ROOT, file)} › ${test}`
}

function begin(message = ''): string {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines
    .slice(0, ERROR_LINES)
    .map((line) => `\n      ${line}`)
    .join('')
}

const PlaywrightTest = z.object({
  results: z.array(z.object({ error: z.object({ message: z.string(), snippet: z.string() }).partial().optional() })),
})

const PlaywrightSuite = z.object({
  specs: z.array(
    z.object({ title: z.string(), file: z.string(), ok: z.boolean(), tests: z.array(PlaywrightTest).optional() }),
  ),
  get suites() {
    return z.array(PlaywrightSuite).optional()
  },
})
type PlaywrightSuite = z.infer<typeof PlaywrightSuite>

const Playwright = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  suites: z.array(PlaywrightSuite),
  errors: z.array(z.unknown()),
})

/** Counts the results in Playwright's JSON report. A flaky test is a failure. */
export function countPlaywright(report: unknown): Counts {
  const { stats, suites, errors } = Playwright.parse(report)
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failedTests: suites.flatMap(failedSpecs),
  }
}

function failedSpecs({ specs, suites = [] }: PlaywrightSuite): string[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests = [] }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error
      return `${file} › ${title}${begin(error?.message)}${begin(error?.snippet)}`
    })
  return [...failed, ...suites.flatMap(failedSpecs)]
}

/** Adds a failure to a suite that ran no tests, or that exited with an error without a failed test. */
export function judge(counts: Counts, exitCode: number | null): Counts {
  if (counts.failed > 0) return counts
  if (counts.passed === 0) return { ...counts, failed: 1, failedTests: ['ran no tests'] }
  if (exitCode !== 0) return { ...counts, failed: 1, failedTests: [`exit code ${exitCode}, but no test failed`] }
  return counts
}
