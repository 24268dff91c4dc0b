import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { NAIVE } from './attack/place/naive.ts'
import { applyEdit } from './mutants/apply-edit.ts'
import type { Edit } from './mutants/mutant.ts'
import { PACKAGES } from './mutants.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

const sources = new Map(
  PACKAGES.map(({ package: folder }) => {
    const files = globSync('src/**/*.ts', { cwd: path.join(ROOT, folder) }).filter((file) => !file.endsWith('.test.ts'))
    return [folder, files.map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'))]
  }),
)

test.each(
  [...PACKAGES, NAIVE].flatMap(({ package: folder, mutants }) => mutants.map((mutant) => ({ folder, ...mutant }))),
)('the code that $name changes is at one place of $folder, and the changed code can be parsed', ({ folder, edits }) => {
  let files = sources.get(folder) ?? []
  for (const edit of edits) {
    const changed = files.map((source) => applyEdit(source, edit))
    expect(changed.filter((source) => source !== null)).toHaveLength(1)
    files = files.map((source, index) => changed[index] ?? source)
  }
  for (const source of files.filter((one) => !sources.get(folder)?.includes(one))) stripTypeScriptTypes(source)
})

const SOURCE = `import { write } from './write.ts'

export async function save(
  ctx: Ctx,
): Promise<void> {
  const saved = await ctx.models.write({ _id: 1, 'a.0': { b: [1] }, rev }, (one) => one)
  return saved
}

function load() {
  write(2)
}

schema.index({ a: 1 })
`

test.each<[string, Edit, string]>([
  [
    'a call',
    { in: 'save', call: 'write', by: (call) => `void ${call}` },
    "const saved = void ctx.models.write({ _id: 1, 'a.0': { b: [1] }, rev }, (one) => one)\n",
  ],
  ['a property', { in: 'save', property: "'a.0'", by: () => '' }, 'write({ _id: 1,  rev }'],
  ['code with other spaces', { in: 'save', find: 'return\nsaved', replace: 'return 1' }, '  return 1\n'],
  ['the beginning of a function', { in: 'load', begins: 'return' }, 'function load() {\nreturn\n'],
  ['a statement', { in: 'schema', find: 'a: 1', replace: 'b: 1' }, 'schema.index({ b: 1 })'],
])('an edit changes %s', (_what, edit, expected) => {
  expect(applyEdit(SOURCE, edit)).toContain(expected)
})

test('when a file lacks the code, it stays unchanged; when it has it twice, the edit throws', () => {
  expect(applyEdit(SOURCE, { in: 'load', find: 'saved', replace: '' })).toBeNull()
  expect(applyEdit(SOURCE, { in: 'gone', call: 'write', by: () => '' })).toBeNull()
  expect(() => applyEdit(SOURCE, { in: 'save', find: 'saved', replace: '' })).toThrow('2 places')
})
