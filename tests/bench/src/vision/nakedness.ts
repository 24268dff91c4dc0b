export interface Scored {
  what: string
  isExplicit: boolean
  scores: number[]
}

/** Thresholds of the setting, in percent. */
const THRESHOLDS = [30, 50, 70, 90]

/**
 * Returns a table: the share of marked pictures of each kind at each threshold. With explicit pictures it adds precision,
 * the share of explicit ones among the marked. It also adds recall, the share of marked ones among the explicit.
 */
export function reportNakedness(scored: Scored[]): string {
  const explicit = scored.filter(({ isExplicit }) => isExplicit)
  const rows = scored.map(({ what, scores }) => [
    `${what} (${scores.length})`,
    ...THRESHOLDS.map((threshold) => share(marked(scores, threshold), scores.length)),
    `${Math.round(Math.max(0, ...scores) * 100)} %`,
  ])
  const quality = [
    ['precision', ...THRESHOLDS.map((threshold) => share(sum(explicit, threshold), sum(scored, threshold))), ''],
    ['recall', ...THRESHOLDS.map((threshold) => share(sum(explicit, threshold), sum(explicit, 0))), ''],
  ]
  return table(
    ['Marked as explicit', ...THRESHOLDS.map((threshold) => `from ${threshold} %`), 'highest'],
    explicit.length > 0 ? [...rows, ...quality] : rows,
  )
}

function sum(scored: Scored[], threshold: number): number {
  return scored.reduce((total, { scores }) => total + marked(scores, threshold), 0)
}

function marked(scores: number[], threshold: number): number {
  return scores.filter((score) => score * 100 >= threshold).length
}

export function share(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${Math.round((part / whole) * 100)} %`
}

export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}
