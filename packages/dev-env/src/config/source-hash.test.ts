import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/fake-environment.ts'
import { sourceHash } from './source-hash.ts'

test('the source hash depends on content and name of every file at any depth, and nothing else', async () => {
  const root = temporaryFolder()
  const file = path.join(root, 'src/deep/a.ts')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'one')
  writeFileSync(path.join(root, 'config.ts'), 'two')
  writeFileSync(path.join(root, 'unrelated.ts'), 'three')
  const entries = ['src', 'config.ts', 'missing']

  const first = await sourceHash(root, entries)
  writeFileSync(path.join(root, 'unrelated.ts'), 'changed')
  expect(await sourceHash(root, entries)).toBe(first)

  writeFileSync(file, 'changed')
  const changed = await sourceHash(root, entries)
  renameSync(file, path.join(root, 'src/deep/b.ts'))
  expect(new Set([first, changed, await sourceHash(root, entries)]).size).toBe(3)
})
