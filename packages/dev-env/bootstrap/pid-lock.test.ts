import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../test/fake-environment.ts'
import { tryLock, unlock } from './pid-lock.mjs'

const UNUSED_PID = 2 ** 30 // beyond every system's largest process id

function lockFile(content?: string): string {
  const file = path.join(temporaryFolder(), 'lock')
  if (content !== undefined) writeFileSync(file, content)
  return file
}

test('a lock is acquired once, and again after its release', () => {
  const file = lockFile()

  expect(tryLock(file)).toBeNull()
  expect(tryLock(file)).toBe(process.pid)
  unlock(file)
  expect(existsSync(file)).toBe(false)
  expect(tryLock(file)).toBeNull()
})

test('the lock of a process that no longer exists is taken over', () => {
  const file = lockFile(JSON.stringify({ pid: UNUSED_PID, startedAt: null }))

  expect(tryLock(file)).toBeNull()
  expect(JSON.parse(readFileSync(file, 'utf8')).pid).toBe(process.pid)
})

test.runIf(process.platform === 'linux')(
  'a lock whose process id has been reused by another process is taken over',
  () => {
    const file = lockFile(JSON.stringify({ pid: process.ppid, startedAt: '1 another-boot' }))

    expect(tryLock(file)).toBeNull()
  },
)

test('a lock file that is half written counts as held, and only its owner releases it', () => {
  const file = lockFile('{"pid":')

  expect(tryLock(file)).toBe(0)
  unlock(file)
  expect(existsSync(file)).toBe(true)
})
