import { expect, test } from 'vitest'
import { splitTitle, titlesOf } from './test-titles.ts'

const SOURCE = `
  test('a like is given once (2.feed.7)', async () => {})
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
`

test('it returns titles as written in the source, without skipped tests', () => {
  expect(titlesOf(SOURCE).map(({ words }) => words)).toEqual([
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

test.each([
  ['a like is called a Zing (1.4)', 'a like is called a Zing', ['1.4']],
  ['people are shown (2.feed.7, 2.feed.8)', 'people are shown', ['2.feed.7', '2.feed.8']],
  ['a password is refused (5.password.1, V6.2.4)', 'a password is refused', ['5.password.1', 'V6.2.4']],
  ['people (all) are shown', 'people (all) are shown', []],
  ['people are shown (all)', 'people are shown (all)', []],
])('it splits the title: %s', (title, words, ids) => {
  expect(splitTitle(title)).toEqual({ words, ids })
})
