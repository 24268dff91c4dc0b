import type { Counts } from './count-results.ts'

export interface Row extends Counts {
  suite: string
  ms: number
  /** True if it did not begin, because the run's time was over. */
  isLeftOut?: boolean
}

export const LEFT_OUT = { passed: 0, failed: 0, failedTests: [], ms: 0, isLeftOut: true }

/** Formats a table of suites and the failed tests; the last line is `N passed, N failed`. */
export function summary(rows: Row[]): string {
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut).map(({ suite }) => suite)
  const ran = rows.filter(({ isLeftOut }) => !isLeftOut)
  const lines = ran.map(({ suite, passed, failed, ms }) => line(suite, passed, failed, `${(ms / 1_000).toFixed(1)} s`))
  const total = (key: 'passed' | 'failed') => rows.reduce((sum, row) => sum + row[key], 0)
  const failedTests = ran.flatMap((row) => row.failedTests.map((test) => `  ${row.suite}: ${test}`))
  return [
    '',
    line('suite', 'passed', 'failed', 'time'),
    ...lines,
    ...(leftOut.length > 0 ? ['', `Not run, because the time was over: ${leftOut.join(', ')}`] : []),
    ...(failedTests.length > 0 ? ['', 'Failed tests:', ...failedTests] : []),
    '',
    `${total('passed')} passed, ${total('failed')} failed`,
  ].join('\n')
}

function line(suite: string, passed: number | string, failed: number | string, time: string): string {
  return [suite.padEnd(26), String(passed).padStart(8), String(failed).padStart(8), time.padStart(10)].join('')
}
