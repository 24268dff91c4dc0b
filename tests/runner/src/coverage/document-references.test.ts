import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { danglingReferences, type Repository } from './document-references.ts'

function repositoryOf(files: Record<string, string>): Repository {
  return { files: Object.keys(files), read: (file) => files[file] ?? '' }
}

test('every document, file and heading that the repository refers to exists', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const files = listed
    .toString()
    .split('\n')
    .filter((file) => file && existsSync(path.join(ROOT, file)) && !isIgnored(file))

  expect(danglingReferences({ files, read: (file) => readFileSync(path.join(ROOT, file), 'utf8') })).toEqual([])
})

test('references to a missing document, file or heading are reported', () => {
  const repository = repositoryOf({
    'docs/a.md': '# One\n\n## Two words, and more\n\n[there](b.md#b) [gone](gone.md) [self](#two-words-and-more)',
    'docs/b.md': '# B\n\n[wrong](a.md#three) [web](https://example.org/x.md) [folder](../src)',
    'src/x.ts': '// see docs/a.md and faults.md, or docs/b.md#b',
  })

  expect(danglingReferences(repository)).toEqual([
    'docs/a.md refers to gone.md, which is not there',
    'docs/b.md refers to a.md#three, which is not there',
    'src/x.ts refers to faults.md, which is not there',
  ])
})

/** This test refers to missing documents on purpose, and copies of released contracts stay unchanged. */
function isIgnored(file: string): boolean {
  return file === 'tests/runner/src/coverage/document-references.test.ts' || file.startsWith('docs/contracts/')
}
