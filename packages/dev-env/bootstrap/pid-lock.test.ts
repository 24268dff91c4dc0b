import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/fake-environment.ts'
import { tryLock, unlock } from './pid-lock.mjs'

const NOBODY = 2 ** 30 // beyond every system's largest process id

function lockFile(content?: string): string {
  const file = path.join(temporaryFolder(), 'lock')
  if (content !== undefined) writeFileSync(file, content)
  return file
}

test('a lock is had once, and again when it has been given back', () => {
  const file = lockFile()

  expect(tryLock(file)).toBeNull()
  expect(tryLock(file)).toBe(process.pid)
  unlock(file)
  expect(existsSync(file)).toBe(false)
  expect(tryLock(file)).toBeNull()
})

test('what a process left that is gone is taken over', () => {
  const file = lockFile(JSON.stringify({ pid: NOBODY, startedAt: null }))

  expect(tryLock(file)).toBeNull()
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid)
})

test.runIf(process.platform === 'linux')('the same process id of a later process is somebody else', () => {
  const file = lockFile(JSON.stringify({ pid: process.ppid, startedAt: '1 another-boot' }))

  expect(tryLock(file)).toBeNull()
})

test('a lock that is being written just now is respected, and nobody gives back the lock of another', () => {
  const file = lockFile('{"pid":')

  expect(tryLock(file)).toBe(0)
  unlock(file)
  expect(existsSync(file)).toBe(true)
})
