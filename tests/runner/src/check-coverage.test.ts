import { expect, test } from 'vitest'
import { problemsOf, readRows, titlesOf } from './check-coverage.ts'

const FILES: Record<string, string> = {
  'web/src/feed.test.tsx': `
    test('a like is given once', async () => {})
    test.each([1, 2])('%i people are shown', () => {})
    test.each([
      ['a', ('b')],
    ])('a pushed match is closed by %s', () => {})
    it("somebody's match", () => {})
    for (const size of SIZES) test(\`every screen: \${size}\`, () => {})
    test('it\\'s a match', () => {})
    test(
      'a title on a line of its own',
      () => {})
    test.skip('not now', () => {})
    test.todo('some day')
    expect('no title')
    // latest('no test either')
  `,
}
const read = (file: string) => FILES[file] ?? null

const table = (...rows: string[]) =>
  ['# 2. Screens', '', '| Row | What the specification says | Shown by |', '|---|---|:--|', ...rows, ''].join('\n')
const faults = (...rows: string[]) => problemsOf(readRows(table(...rows)), read)

test('titlesOf returns titles as written in the source, without skipped tests', () => {
  expect([...titlesOf(read('web/src/feed.test.tsx') ?? '')]).toEqual([
    'a like is given once',
    '%i people are shown',
    'a pushed match is closed by %s',
    "somebody's match",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a title as it is written
    'every screen: ${size}',
    "it's a match",
    'a title on a line of its own',
  ])
})

test('rows that name existing tests and open rows have no faults', () => {
  const rows = readRows(
    table(
      '| 2.feed.1 | Loading | web/src/feed.test.tsx › a like is given once |',
      "| 2.feed.2 | One \\| two | web/src/feed.test.tsx › %i people are shown<br>web/src/feed.test.tsx › it's a match |",
      '| 2.feed.3 | Later | open: needs a device |',
    ),
  )
  expect(rows.map(({ id, shownBy, isOpen }) => [id, shownBy.length, isOpen])).toEqual([
    ['2.feed.1', 1, false],
    ['2.feed.2', 2, false],
    ['2.feed.3', 0, true],
  ])
  expect(problemsOf(rows, read)).toEqual([])
})

test.each([
  ['| 1.1 | What | web/src/gone.test.tsx › a title |', '1.1: there is no file web/src/gone.test.tsx'],
  [
    '| 1.1 | What | web/src/feed.test.tsx › a like is given twice |',
    '1.1: web/src/feed.test.tsx has no test "a like is given twice"',
  ],
  ['| 1.1 | What | web/src/feed.test.tsx › not now |', '1.1: web/src/feed.test.tsx has no test "not now"'],
  ['| 1.1 | What | web/src/feed.test.tsx |', '1.1: "web/src/feed.test.tsx" names no test: path › title'],
  ['| 1.1 | What |  |', '1.1: has neither a test nor "open: reason"'],
  ['| 1.1 | What | open: |', '1.1: has neither a test nor "open: reason"'],
  ['| 1.1 | What | reason: |', '1.1: has neither a test nor "open: reason"'],
])('%s is a fault', (row, fault) => {
  expect(faults(row)).toEqual([fault])
})

test('a file that several rows name is read only once', () => {
  const readFiles: string[] = []
  const rows = readRows(
    table(
      '| 1.1 | What | web/src/feed.test.tsx › a like is given once |',
      "| 1.2 | What | web/src/feed.test.tsx › it's a match<br>web/src/gone.test.tsx › a title |",
      '| 1.3 | What | web/src/gone.test.tsx › a title |',
    ),
  )
  problemsOf(rows, (file) => {
    readFiles.push(file)
    return read(file)
  })
  expect(readFiles).toEqual(['web/src/feed.test.tsx', 'web/src/gone.test.tsx'])
})

test('a repeated id is a fault, and so is a table without rows', () => {
  const row = '| 1.1 | What | open: later |'
  expect(faults(row, '| 1.2 | What | open: later |', row)).toEqual(['1.1: there is another row of this id'])
  expect(faults()).toEqual(['there are no rows'])
})

test('a row with a reason is neither open nor covered', () => {
  const [row] = readRows(table('| 6.6.1 | Codes by telephone | reason: there are none |'))
  expect(row).toEqual({ id: '6.6.1', shownBy: [], isOpen: false, hasReason: true })
  expect(faults('| 6.6.1 | Codes by telephone | reason: there are none |')).toEqual([])
})
