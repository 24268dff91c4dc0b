import { expect, test } from 'vitest'
import { readCosts } from './costs.ts'
import { documentsOf, withTables } from './document.ts'

test('the documents have the tables that follow from docs/bench/costs.json', async () => {
  for (const { is, shouldBe } of await documentsOf(await readCosts())) expect(is).toBe(shouldBe)
})

test('a table replaces the text between its markers', () => {
  const text = 'a\n<!-- table: x -->\nold\n<!-- end: x -->\nb'
  expect(withTables(text, { x: '| new |' })).toBe('a\n<!-- table: x -->\n| new |\n<!-- end: x -->\nb')
  expect(() => withTables(text, { y: '' })).toThrow('no place for the table "y"')
})
