import { expect, test } from 'vitest'
import { drawResults } from './draw-results.ts'
import { result } from './result.ts'

const RESULTS = [
  result('send <p50>', 'ms', { product: [6], baseline: [2] }, { budget: 8 }),
  result('  p99', 'ms', { product: [80], baseline: [20] }, { budget: 40 }),
  result('logins/s', '/s', { product: [Number.NaN], baseline: [] }),
]

test('each row scales its bars to the largest of product, baseline and budget', () => {
  const [product, baseline] = widthsIn(rowsOf(drawResults(RESULTS, ''))[0])
  expect(Number(product) / Number(baseline)).toBeCloseTo(3, 1)
  const [overBudget] = widthsIn(rowsOf(drawResults(RESULTS, ''))[1])
  expect(Number(overBudget)).toBeGreaterThan(Number(product)) // 80 of 80 against 6 of a budget of 8
})

test('labels are escaped', () => {
  const svg = drawResults(RESULTS, 'A & B')
  expect(svg).toContain('>send &lt;p50&gt;</text>')
  expect(svg).toContain('>A &amp; B</text>')
})

test('met and missed budgets have a label, not only a colour', () => {
  const svg = drawResults(RESULTS, '')
  expect(svg).toContain('>met, 8.00 ms<')
  expect(svg).toContain('>missed, 40.0 ms<')
})

test('a missing measurement draws no NaN', () => {
  expect(drawResults(RESULTS, '')).not.toMatch(/NaN|Infinity/)
})

test('the drawing has colours for light and dark pages', () => {
  expect(drawResults(RESULTS, '')).toContain('prefers-color-scheme: dark')
})

function rowsOf(svg: string): string[] {
  return svg.split('\n').filter((line) => line.includes('class="product"') && line.includes('number small'))
}

function widthsIn(row = ''): string[] {
  return [...row.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*height="11"/g)].map(([, width]) => String(width))
}
