import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { readCosts } from './costs.ts'
import { CAPACITY_DOCUMENT, withTables } from './document.ts'
import { capacityTables } from './tables.ts'

test('docs/benchmarks.md has the tables that follow from docs/bench/costs.json', async () => {
  const text = await readFile(CAPACITY_DOCUMENT, 'utf8')
  expect(text).toBe(withTables(text, capacityTables(await readCosts())))
})

test('a table replaces the text between its markers', () => {
  const text = 'a\n<!-- table: x -->\nold\n<!-- end: x -->\nb'
  expect(withTables(text, { x: '| new |' })).toBe('a\n<!-- table: x -->\n| new |\n<!-- end: x -->\nb')
  expect(() => withTables(text, { y: '' })).toThrow('no place for the table "y"')
})
