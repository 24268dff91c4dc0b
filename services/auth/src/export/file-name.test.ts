import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'
import { readmeOf } from './readme.ts'

test.each([
  ['Zing', 'zing-data.zip'],
  ['Bienen in Köln', 'bienen-in-koln-data.zip'],
  ['"../x\n', 'x-data.zip'],
  ['Пчёлы', 'my-data.zip'],
])('the copy of a member of %j is %s (10.community.name)', (community, name) => {
  expect(fileNameOf(community)).toBe(name)
})

test('the copy explains itself in the name of the community (10.community.name)', () => {
  const readme = readmeOf('Bienen in Köln', 'en')
  expect(readme).toMatch(/^Your data at Bienen in Köln\n={27}\n\nThis archive holds what Bienen in Köln stores/)
  expect(readme).not.toContain('Zing')
})
