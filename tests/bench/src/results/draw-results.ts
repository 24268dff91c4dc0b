import { formatNumber, formatValue, isMet, type Result } from './result.ts'

const WIDTH = 960
const ROW = 40
const TOP = 76
const BOTTOM = 34
const LABELS = 370
const BARS = 320
const OUTCOMES = 826
const BAR = 11

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328 }
  .small { font-size: 11px; fill: #59636e }
  .head { font-weight: 600 }
  .number { font-variant-numeric: tabular-nums }
  .product { fill: #d6336c }
  .baseline { fill: #9aa4af }
  .budget { stroke: #1f2328; stroke-width: 2 }
  .line { stroke: #d1d9e0 }
  .met { fill: #1a7f37 }
  .missed { fill: #b35900 }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .small { fill: #9198a1 }
    .product { fill: #f783ac }
    .baseline { fill: #656c76 }
    .budget { stroke: #f0f6fc }
    .line { stroke: #3d444d }
    .met { fill: #3fb950 }
    .missed { fill: #f0883e }
  }`

/** Draws the results as SVG: bars for product and baseline, and a line for the budget. Each row has its own scale. */
export function drawResults(results: Result[], subtitle: string): string {
  const height = TOP + results.length * ROW + BOTTOM
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Zing: benchmark results">`,
    `<style>${STYLE}</style>`,
    text(0, 18, 'Zing beside its baseline', 'head'),
    text(0, 37, subtitle, 'small'),
    legend(),
    ...results.map((result, index) => row(result, TOP + index * ROW)),
    text(0, height - 8, 'Every row has its own scale. Ratio: product to baseline, median of the rounds.', 'small'),
    '</svg>',
    '',
  ].join('\n')
}

function legend(): string {
  const y = TOP - 12
  return [
    `<rect class="product" x="${LABELS}" y="${y - 9}" width="10" height="10" rx="2"/>`,
    text(LABELS + 15, y, 'product', 'small'),
    `<rect class="baseline" x="${LABELS + 75}" y="${y - 9}" width="10" height="10" rx="2"/>`,
    text(LABELS + 90, y, 'baseline', 'small'),
    `<line class="budget" x1="${LABELS + 136}" x2="${LABELS + 136}" y1="${y - 10}" y2="${y + 2}"/>`,
    text(LABELS + 143, y, 'budget', 'small'),
  ].join('')
}

function row(result: Result, top: number): string {
  const { label, unit, product, baseline, ratio, budget } = result
  const largest = Math.max(...[product, baseline ?? 0, budget ?? 0].filter(Number.isFinite))
  const scale = largest > 0 ? BARS / largest : 0
  const isDetail = label.startsWith(' ')
  const parts = [
    isDetail ? '' : `<line class="line" x1="0" x2="${WIDTH}" y1="${top}" y2="${top}"/>`,
    text(isDetail ? 16 : 0, top + 24, label.trim(), ''),
    bar('product', top + 7, product * scale),
    text(endOf(product * scale), top + 17, formatValue(product, unit), 'number small'),
  ]
  if (baseline !== null) {
    parts.push(bar('baseline', top + 21, baseline * scale))
    parts.push(text(endOf(baseline * scale), top + 31, formatValue(baseline, unit), 'number small'))
  }
  if (budget !== null) {
    const x = LABELS + budget * scale
    parts.push(`<line class="budget" x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${top + 3}" y2="${top + 20}"/>`)
  }
  const met = isMet(result)
  if (met !== null)
    parts.push(
      text(
        OUTCOMES,
        top + 31,
        `${met ? 'met' : 'missed'}, ${formatValue(budget, unit)}`,
        `small ${met ? 'met' : 'missed'}`,
      ),
    )
  if (ratio !== null) parts.push(text(OUTCOMES, top + 17, `x ${formatNumber(ratio)}`, 'number'))
  return parts.join('')
}

function bar(kind: 'product' | 'baseline', y: number, width: number): string {
  const drawn = Number.isFinite(width) ? Math.max(1, width) : 1
  return `<rect class="${kind}" x="${LABELS}" y="${y}" width="${drawn.toFixed(1)}" height="${BAR}" rx="2"/>`
}

function endOf(width: number): number {
  return LABELS + (Number.isFinite(width) ? Math.max(1, width) : 1) + 7
}

function text(x: number, y: number, words: string, kind: string): string {
  return `<text x="${x.toFixed(0)}" y="${y}" class="${kind}">${escapeText(words)}</text>`
}

function escapeText(words: string): string {
  return words.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}
