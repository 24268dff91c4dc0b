import { expect, test } from 'vitest'
import { readChoice } from './parse-args.ts'
import type { Suite } from './suite.ts'

const suite = (name: string): Suite => ({ name, commands: () => [] })
const known = {
  promises: ['lint', 'unit'].map(suite),
  sweeps: [suite('sweeps')],
  tools: ['tools/a', 'tools/b', 'tools/c'].map(suite),
}
const namesOf = (...args: string[]) => readChoice(args, known).suites.map(({ name }) => name)

test('npm test runs the promises, and test:all also the sweeps and the tools', () => {
  expect(namesOf()).toEqual(['lint', 'unit'])
  expect(namesOf('--all')).toEqual(['lint', 'unit', 'sweeps', 'tools/a', 'tools/b', 'tools/c'])
})

test('a suite runs by its name, and the suites of a folder by the name of the folder', () => {
  expect(namesOf('unit', 'tools/b')).toEqual(['unit', 'tools/b'])
  expect(namesOf('--all', 'tools')).toEqual(['tools/a', 'tools/b', 'tools/c'])
})

test('an unknown name is an error that lists the suites', () => {
  expect(() => namesOf('too')).toThrow('Unknown suite: too. Suites: lint, unit, sweeps, tools/a, tools/b, tools/c.')
})

test('the turn decides which tool suite begins, and leaves none out', () => {
  const orders = Array.from({ length: 30 }, (_, day) => namesOf('tools', '--turn', `day ${day}`).join())
  expect([...new Set(orders)].toSorted()).toEqual([
    'tools/a,tools/b,tools/c',
    'tools/b,tools/c,tools/a',
    'tools/c,tools/a,tools/b',
  ])
})

test('the budget is in minutes', () => {
  expect(readChoice(['--minutes', '20'], known).budgetMs).toBe(1_200_000)
  expect(readChoice([], known).budgetMs).toBeNull()
  expect(() => readChoice(['--minutes', 'soon'], known)).toThrow('--minutes takes a number')
})
