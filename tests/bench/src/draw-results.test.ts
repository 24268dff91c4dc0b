import { expect, test } from 'vitest'
import { drawResults } from './draw-results.ts'
import { result } from './result.ts'

const FIGURES = [
  result('send <p50>', 'ms', { product: [6], baseline: [2] }, { budget: 8 }),
  result('  p99', 'ms', { product: [80], baseline: [20] }, { budget: 40 }),
  result('logins/s', '/s', { product: [Number.NaN], baseline: [] }),
]

test('bars are in proportion to the largest of product, baseline and budget in their row', () => {
  const [product, baseline] = widthsIn(rowsOf(drawResults(FIGURES, ''))[0])
  expect(Number(product) / Number(baseline)).toBeCloseTo(3, 1)
  const [overBudget] = widthsIn(rowsOf(drawResults(FIGURES, ''))[1])
  expect(Number(overBudget)).toBeGreaterThan(Number(product)) // 80 of 80 fills the row, 6 of a budget of 8 does not
})

test('text stays text, and what would be markup is escaped', () => {
  const svg = drawResults(FIGURES, 'A & B')
  expect(svg).toContain('>send &lt;p50&gt;</text>')
  expect(svg).toContain('>A &amp; B</text>')
})

test('met and missed are told in words, not by colour alone', () => {
  const svg = drawResults(FIGURES, '')
  expect(svg).toContain('>met, 8.00 ms<')
  expect(svg).toContain('>missed, 40.0 ms<')
})

test('a result that could not be measured breaks nothing', () => {
  expect(drawResults(FIGURES, '')).not.toMatch(/NaN|Infinity/)
})

test('it has colours for light and for dark pages', () => {
  expect(drawResults(FIGURES, '')).toContain('prefers-color-scheme: dark')
})

/** The rows, without head and foot. */
function rowsOf(svg: string): string[] {
  return svg.split('\n').filter((line) => line.includes('class="product"') && line.includes('number small'))
}

function widthsIn(row = ''): string[] {
  return [...row.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*height="11"/g)].map(([, width]) => String(width))
}
