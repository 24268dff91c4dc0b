import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/fake-environment.ts'
import { which } from './which.ts'

function program(folder: string, name: string, mode = 0o755): string {
  const file = path.join(folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, '')
  chmodSync(file, mode)
  return file
}

test('a program is found in a folder of PATH, or in the sbin beside it', () => {
  const root = temporaryFolder()
  const [bin, sbin] = [path.join(root, 'bin'), path.join(root, 'sbin')]
  const redis = program(bin, 'redis-server')
  const nats = program(sbin, 'nats-server')

  expect(which('redis-server', bin)).toBe(redis)
  expect(which('nats-server', bin)).toBe(nats)
})

test('a file that is not executable, a folder and an empty PATH yield no program', () => {
  const root = temporaryFolder()
  program(root, 'notes', 0o644)
  mkdirSync(path.join(root, 'mongod'))

  expect(which('notes', root)).toBeNull()
  expect(which('mongod', root)).toBeNull()
  expect(which('sh', '')).toBeNull()
})
