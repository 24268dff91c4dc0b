import { expect, test } from 'vitest'
import { result } from './result.ts'
import { table } from './table.ts'

test('the table has columns for product, baseline, ratio, budget and outcome', () => {
  const text = table([
    result('send', 'ms', { product: [6], baseline: [2] }, { budget: 8, note: 'a note' }),
    result('memory', 'KiB', { product: [52.5], baseline: [] }, { budget: 40 }),
    result('logins', '/s', { product: [20], baseline: [25] }, { budget: 10 }),
  ])
  expect(text.split('\n')).toEqual([
    '         product  baseline   ratio       budget',
    'send     6.00 ms   2.00 ms  x 3.00   <= 8.00 ms     met',
    '    a note',
    'memory  52.5 KiB                    <= 40.0 KiB  missed',
    'logins    20.0/s    25.0/s  x 0.80    >= 10.0/s     met',
  ])
})
