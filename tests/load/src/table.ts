import type { Check, Row, Summary } from './summary.ts'

const COLUMNS = ['p(50)', 'p(95)', 'p(99)', 'max', 'count']
const WIDTH = 10

export function tableOf({ rows, checks }: Summary): string {
  const nameWidth = Math.max(6, ...rows.map(({ metric }) => metric.length)) + 2
  const head = ['metric'.padEnd(nameWidth), ...COLUMNS.map((column) => column.padStart(WIDTH)), '  threshold']
  return [
    head.join(''),
    ...rows.map((row) => lineOf(row, nameWidth)),
    '',
    `${checks.length} checks, evaluated ${checks.reduce((sum, { passed, failed }) => sum + passed + failed, 0)} times`,
    ...checks.filter(({ failed }) => failed > 0).map(failedCheck),
  ].join('\n')
}

function lineOf({ metric, statistics, thresholds }: Row, nameWidth: number): string {
  const isDuration = 'p(50)' in statistics
  const cells = isDuration
    ? COLUMNS.map((column) => format(statistics[column]).padStart(WIDTH))
    : [formatRate(statistics).padStart(COLUMNS.length * WIDTH)]
  const rules = thresholds.map(({ rule, isMet }) => `${rule} ${isMet ? 'ok' : 'FAILED'}`)
  return [metric.padEnd(nameWidth), ...cells, '  ', rules.join(', ')].join('').trimEnd()
}

function formatRate({ value, count, passes, fails }: Row['statistics']): string {
  if (passes === undefined || fails === undefined) return String(count ?? value)
  return `${format((value ?? 0) * 100)} % of ${passes + fails}`
}

function format(value = 0): string {
  return Number.isInteger(value) || value >= 1_000 ? String(Math.round(value)) : value.toFixed(value < 100 ? 1 : 0)
}

function failedCheck({ name, passed, failed }: Check): string {
  return `  FAILED: ${name} (${failed} of ${passed + failed})`
}
