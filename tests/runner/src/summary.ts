import type { Counts } from './count-results.ts'

export interface Row extends Counts {
  suite: string
  ms: number
}

/** A table of suites, and as the last line `N passed, N failed`. */
export function summary(rows: Row[]): string {
  const lines = rows.map(({ suite, passed, failed, ms }) => line(suite, passed, failed, `${(ms / 1_000).toFixed(1)} s`))
  const total = (key: keyof Counts) => rows.reduce((sum, row) => sum + row[key], 0)
  return [
    '',
    line('suite', 'passed', 'failed', 'time'),
    ...lines,
    '',
    `${total('passed')} passed, ${total('failed')} failed`,
  ].join('\n')
}

function line(suite: string, passed: number | string, failed: number | string, time: string): string {
  return [suite.padEnd(12), String(passed).padStart(8), String(failed).padStart(8), time.padStart(10)].join('')
}
