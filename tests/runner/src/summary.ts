import type { Counts } from './count-results.ts'

export interface Row extends Counts {
  suite: string
  ms: number
  /** Did not begin, because the time for the run was over. */
  isLeftOut?: boolean
}

export const LEFT_OUT = { passed: 0, failed: 0, ms: 0, isLeftOut: true }

/** Formats a table of suites; the last line is `N passed, N failed`. */
export function summary(rows: Row[]): string {
  const leftOut = rows.filter(({ isLeftOut }) => isLeftOut).map(({ suite }) => suite)
  const ran = rows.filter(({ isLeftOut }) => !isLeftOut)
  const lines = ran.map(({ suite, passed, failed, ms }) => line(suite, passed, failed, `${(ms / 1_000).toFixed(1)} s`))
  const total = (key: keyof Counts) => rows.reduce((sum, row) => sum + row[key], 0)
  return [
    '',
    line('suite', 'passed', 'failed', 'time'),
    ...lines,
    ...(leftOut.length > 0 ? ['', `Not run, because the time was over: ${leftOut.join(', ')}`] : []),
    '',
    `${total('passed')} passed, ${total('failed')} failed`,
  ].join('\n')
}

function line(suite: string, passed: number | string, failed: number | string, time: string): string {
  return [suite.padEnd(26), String(passed).padStart(8), String(failed).padStart(8), time.padStart(10)].join('')
}
