import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DOCS_FOLDER } from './docs-folder.ts'
import { createReferences } from './references.ts'

test.each(Object.entries(createReferences()))(
  'docs/%s is up to date with the code (`npm run openapi` writes it)',
  (name, text) => {
    expect(readFileSync(path.join(DOCS_FOLDER, name), 'utf8')).toBe(text)
  },
)
