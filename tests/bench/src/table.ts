import { type Figure, formatNumber, formatValue, isMet } from './result.ts'

const HEAD = ['', 'product', 'floor', 'ratio', 'budget', '']

/** The figures as text in columns, a note below its line. */
export function table(figures: Figure[]): string {
  const rows = [HEAD, ...figures.map(cells)]
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return lines
    .flatMap((line, index) => {
      const note = figures[index - 1]?.note
      return note ? [line, `    ${note}`] : [line]
    })
    .join('\n')
}

function cells(figure: Figure): string[] {
  const { label, unit, product, floor, ratio, budget } = figure
  return [
    label,
    formatValue(product, unit),
    formatValue(floor, unit),
    ratio === null ? '' : `x ${formatNumber(ratio)}`,
    budget === null ? '' : `<= ${formatValue(budget, unit)}`,
    verdict(figure),
  ]
}

export function verdict(figure: Figure): string {
  const met = isMet(figure)
  if (met === null) return ''
  return met ? 'met' : 'missed'
}
