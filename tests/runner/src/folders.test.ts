import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'

const FILES_MAX = 25
const EXEMPT = ['docs/decisions'] // a list by number

test(`no folder has more than ${FILES_MAX} files beside each other`, () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  const files = listed.toString().split('\n')
  const folders = Map.groupBy(
    files.filter((file) => file && existsSync(path.join(ROOT, file))),
    (file) => path.dirname(file),
  )
  const full = [...folders].filter(([folder, { length }]) => length > FILES_MAX && !EXEMPT.includes(folder))
  expect(full.map(([folder, { length }]) => `${folder}: ${length}`)).toEqual([])
})
