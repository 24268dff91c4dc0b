import { formatNumber, formatValue, isMet, type Result } from './result.ts'

const HEAD = ['', 'product', 'baseline', 'ratio', 'budget', '']

export function table(results: Result[]): string {
  const rows = [HEAD, ...results.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return lines
    .flatMap((line, index) => {
      const note = results[index - 1]?.note
      return note ? [line, `    ${note}`] : [line]
    })
    .join('\n')
}

function cells(result: Result): string[] {
  const { label, unit, product, baseline, ratio, budget } = result
  return [
    label,
    formatValue(product, unit),
    formatValue(baseline, unit),
    ratio === null ? '' : `x ${formatNumber(ratio)}`,
    budget === null ? '' : `${unit === '/s' ? '>=' : '<='} ${formatValue(budget, unit)}`,
    outcome(result),
  ]
}

function outcome(result: Result): string {
  const met = isMet(result)
  if (met === null) return ''
  return met ? 'met' : 'missed'
}
