import { expect, test } from 'vitest'
import { billOf, billTable } from './bill.ts'

const lines = [
  { label: 'message', cost: { chat: 2, NATS: 1 }, ratio: 1.5 },
  { label: 'like', cost: { social: 12 }, ratio: 6 },
  { label: 'like, 16 at once', cost: { social: 8 }, ratio: 5 },
]

test('a bill has the cores of a million daily users, and the share of each operation', () => {
  // 20 messages and 15 likes a day; the busiest hour has a tenth, its busiest minute 1.5 times its mean
  const [message, like] = [(1e6 * 20 * 0.15 * 0.003) / 3_600, (1e6 * 15 * 0.15 * 0.012) / 3_600]
  const bill = billOf(lines)
  expect(bill[0]).toMatchObject({ label: 'message', ms: 3, ratio: 1.5 })
  expect(bill.map(({ cores }) => cores?.toFixed(6))).toEqual([message.toFixed(6), like.toFixed(6), undefined])
  expect(bill[1]?.share).toBeCloseTo(like / (message + like))
})

test('a bill names each limit, and counts a line beside the day to no sum', () => {
  const [, , ...rows] = billTable(billOf(lines)).split('\n')
  expect(rows).toEqual([
    '| message | 3.00 | 1.50 |  | 25 % | 2.50 |',
    '| like | 12.0 | 6.00 | 8.00 | 75 % | 7.50 |',
    '| like, 16 at once | 8.00 | 5.00 | 4.00 |  |  |',
    '| all |  |  |  | 100 % | 10.0 |',
  ])
})
