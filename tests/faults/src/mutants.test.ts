import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from './mutants.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

test.each(MUTANTS.flatMap(({ name, edits }) => edits.map((edit) => ({ name, ...edit }))))(
  'the text that $name replaces stands once in $file',
  ({ file, find, replace }) => {
    const source = readFileSync(path.join(ROOT, file), 'utf8')
    expect(source.split(find)).toHaveLength(2)
    expect(find).not.toBe(replace)
  },
)
