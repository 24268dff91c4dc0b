import type { Check, Row, Summary } from './summary.ts'

const COLUMNS = ['p(50)', 'p(95)', 'p(99)', 'max', 'count']
const WIDTH = 10

/** The summary for people: a line for each metric, then the claims that did not always hold. */
export function tableOf({ rows, checks }: Summary): string {
  const nameWidth = Math.max(6, ...rows.map(({ metric }) => metric.length)) + 2
  const head = ['metric'.padEnd(nameWidth), ...COLUMNS.map((column) => column.padStart(WIDTH)), '  threshold']
  return [
    head.join(''),
    ...rows.map((row) => lineOf(row, nameWidth)),
    '',
    `${checks.length} claims, ${checks.reduce((sum, { passed, failed }) => sum + passed + failed, 0)} times looked at`,
    ...checks.filter(({ failed }) => failed > 0).map(brokenClaim),
  ].join('\n')
}

function lineOf({ metric, statistics, thresholds }: Row, nameWidth: number): string {
  const isDuration = 'p(50)' in statistics
  const cells = isDuration
    ? COLUMNS.map((column) => shown(statistics[column]).padStart(WIDTH))
    : [shownOther(statistics).padStart(COLUMNS.length * WIDTH)]
  const rules = thresholds.map(({ rule, isMet }) => `${rule} ${isMet ? 'ok' : 'FAILED'}`)
  return [metric.padEnd(nameWidth), ...cells, '  ', rules.join(', ')].join('').trimEnd()
}

/** A rate with what it counts, or a count. */
function shownOther({ value, count, passes, fails }: Row['statistics']): string {
  if (passes === undefined || fails === undefined) return String(count ?? value)
  return `${shown((value ?? 0) * 100)} % of ${passes + fails}`
}

function shown(value = 0): string {
  return Number.isInteger(value) || value >= 1_000 ? String(Math.round(value)) : value.toFixed(value < 100 ? 1 : 0)
}

function brokenClaim({ claim, passed, failed }: Check): string {
  return `  NOT ALWAYS: ${claim} (${failed} of ${passed + failed} failed)`
}
