import { expect, test } from 'vitest'
import { faultsOfAsvs } from './check-asvs.ts'

const FILE = 'web/src/feed.test.tsx'
const files = new Map([
  [
    FILE,
    `test('a like is given once (2.feed.7)', () => {}); test("it's a match", () => {}); test.skip('not now', () => {})`,
  ],
])
const table = (...rows: string[]) =>
  ['# V6', '', '| Row | What it asks for | Shown by |', '|---|---|:--|', ...rows, ''].join('\n')
const faults = (...rows: string[]) => faultsOfAsvs(table(...rows), files)

test('rows that name existing tests or a reason have no faults', () => {
  const one = `| 6.1.1 | One \\| two | ${FILE} › a like is given once<br>${FILE} › it's a match |`
  expect(faults(one, '| 6.6.1 | Codes by telephone | reason: there are none |')).toEqual([])
})

test.each([
  ['| 1.1 | What | web/src/gone.test.tsx › a title |', '1.1: there is no file web/src/gone.test.tsx'],
  [`| 1.1 | What | ${FILE} › a like is given twice |`, `1.1: ${FILE} has no test "a like is given twice"`],
  [`| 1.1 | What | ${FILE} › not now |`, `1.1: ${FILE} has no test "not now"`],
  [`| 1.1 | What | ${FILE} |`, `1.1: "${FILE}" names no test: path › title`],
  ['| 1.1 | What |  |', '1.1: has neither a test nor "reason: …"'],
  ['| 1.1 | What | reason: |', '1.1: has neither a test nor "reason: …"'],
  ['| 1.1 | What | reason: none | more |', '1.1: has neither a test nor "reason: …"'],
])('%s is a fault', (row, fault) => {
  expect(faults(row)).toEqual([fault])
})

test('a repeated id is a fault, and so is a table without rows', () => {
  const row = '| 1.1 | What | reason: later |'
  expect(faults(row, '| 1.2 | What | reason: later |', row)).toEqual(['1.1: there is another row of this id'])
  expect(faults()).toEqual(['there are no rows'])
})
