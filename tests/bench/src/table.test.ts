import { expect, test } from 'vitest'
import { figure } from './result.ts'
import { table } from './table.ts'

test('the table says product, floor, ratio, budget and whether it is met, in columns', () => {
  const text = table([
    figure('send', 'ms', { product: [6], floor: [2] }, { budget: 8, note: 'a note' }),
    figure('memory', 'KiB', { product: [52.5], floor: [] }, { budget: 40 }),
    figure('logins', '/s', { product: [20], floor: [25] }),
  ])
  expect(text.split('\n')).toEqual([
    '         product    floor   ratio       budget',
    'send     6.00 ms  2.00 ms  x 3.00   <= 8.00 ms     met',
    '    a note',
    'memory  52.5 KiB                   <= 40.0 KiB  missed',
    'logins    20.0/s   25.0/s  x 0.80',
  ])
})
