import { expect, test } from 'vitest'
import { withTables } from './publish.ts'

const document = 'Before\n<!-- Written by `npm run faults -- --publish` -->\n\nold\n\n<!-- End -->\nafter'

test('the tables replace those of the last published run, and nothing else', () => {
  const expected = document.replace('old', 'new $1')
  expect(withTables(document, 'new $1')).toBe(expected)
  expect(() => withTables('no marks', 'new')).toThrow('lacks')
})
