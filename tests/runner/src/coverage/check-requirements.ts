import { ID, titlesOf } from './test-titles.ts'

const IN_DOCUMENT = new RegExp(`\`(${ID})\``, 'g')

/** Sources of the test files by path. */
export type TestFiles = ReadonlyMap<string, string>

/** Returns the tests of each requirement, as "file › title". A requirement without a test has an empty list. */
export function testsByRequirement(documents: string, files: TestFiles): Map<string, string[]> {
  const found = new Map(idsIn(documents).map((id): [string, string[]] => [id, []]))
  for (const { file, words, ids } of testsIn(files)) for (const id of ids) found.get(id)?.push(`${file} › ${words}`)
  return found
}

/** Lists requirements without a test, ids that stand there twice, and ids in titles that are not there. */
export function faultsOfRequirements(documents: string, files: TestFiles): string[] {
  const ids = idsIn(documents)
  const known = new Set(ids)
  const tested = new Set(testsIn(files).flatMap((test) => test.ids))
  return [
    ...(known.size === 0 ? ['there are no ids'] : []),
    ...ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} stands there twice`),
    ...[...known].filter((id) => !tested.has(id)).map((id) => `no test title ends with ${id}`),
    ...[...tested].filter((id) => !known.has(id)).map((id) => `${id} of a test title is not there`),
  ]
}

function testsIn(files: TestFiles) {
  return [...files].flatMap(([file, source]) => titlesOf(source).map((title) => ({ file, ...title })))
}

function idsIn(documents: string): string[] {
  return Array.from(documents.matchAll(IN_DOCUMENT), ([, id = '']) => id)
}
