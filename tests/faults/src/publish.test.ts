import { expect, test } from 'vitest'
import { withSummary } from './publish.ts'

const document = 'Before\n<!-- Written by `npm run faults -- --publish` -->\n\nold\n\n<!-- End -->\nafter'

test('the summary replaces the one of the last published run, and nothing else', () => {
  const expected = document.replace('old', 'new $1')
  expect(withSummary(document, 'new $1')).toBe(expected)
  expect(() => withSummary('no marks', 'new')).toThrow('lacks')
})
