import { expect, test } from 'vitest'
import { faultsOfRequirements, testsByRequirement } from './check-requirements.ts'

const SPECIFICATION =
  'A like is called a Zing `1.4`. The list has `2.feed.7` and a count `2.feed.8`. The version is 1.5.'
const FEED = `
  test('a like is called a Zing (1.4)', () => {})
  test.each([1, 2])('%i people are shown (2.feed.7, 2.feed.8)', () => {})
  test.skip('nobody is shown (2.feed.8)', () => {})
`
const files = (more: [string, string][] = []) => new Map([['feed.test.tsx', FEED], ...more])

test('it finds the tests of each requirement', () => {
  expect([...testsByRequirement(SPECIFICATION, files())]).toEqual([
    ['1.4', ['feed.test.tsx › a like is called a Zing']],
    ['2.feed.7', ['feed.test.tsx › %i people are shown']],
    ['2.feed.8', ['feed.test.tsx › %i people are shown']],
  ])
  expect(faultsOfRequirements(SPECIFICATION, files())).toEqual([])
})

test('a requirement without a test, a repeated id and an unknown id are faults', () => {
  const specification = `${SPECIFICATION} Tabs \`2.feed.9\`, and again \`1.4\`.`
  const other: [string, string] = ['other.test.ts', "test('it shows more (2.feed.99)', () => {})"]
  expect(faultsOfRequirements(specification, files([other]))).toEqual([
    '1.4 stands there twice',
    'no test title ends with 2.feed.9',
    '2.feed.99 of a test title is not there',
  ])
  expect(faultsOfRequirements('A text without ids.', new Map())).toEqual(['there are no ids'])
})
