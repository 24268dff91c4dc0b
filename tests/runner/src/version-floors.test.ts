import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { belowFloors, floorsIn, foreignPackages, versionsOf } from './version-floors.ts'

test('SEC-71 every installed package is at least at its version floor, and comes from the registry with a checksum', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
  const lock = JSON.parse(read('package-lock.json'))
  const [, section = ''] = read('docs/security.md').split('\n## Version floors\n')
  const floors = floorsIn(section.split('\n## ')[0] ?? '')
  const compared = floors.filter(({ name }) => versionsOf(name, lock.packages).length > 0)

  expect(compared.map(({ name }) => name)).toEqual([
    'mongoose',
    'ws',
    'http-proxy-middleware',
    'qs',
    'path-to-regexp',
    'jws',
  ])
  expect(belowFloors(floors, lock)).toEqual([])
  expect(foreignPackages(lock)).toEqual([])
})

test('an old version and a package from elsewhere are found, also inside of another package', () => {
  const integrity = 'sha512-x'
  const packages = {
    '': { version: '1.0.0' },
    'services/chat': { version: '1.0.0' },
    'node_modules/@zing/chat': { link: true, resolved: 'services/chat' },
    'node_modules/ws': { version: '8.21.0', integrity },
    'node_modules/a/node_modules/ws': { version: '8.9.12', integrity },
    'node_modules/qs': { version: '7.0.0', integrity },
    'node_modules/b': { version: '1.0.0', integrity: 'sha1-x' },
    'node_modules/c': { version: '1.0.0', integrity, resolved: 'git+ssh://git@example.org/c.git' },
  }
  const table =
    '| Package | At least | Because of |\n|---|---|---|\n| ws | 8.21.0 | x |\n| a, qs | 2.0.0, 6.14.2 | y |\n| Node | a supported line | z |'
  const floors = floorsIn(table)
  expect(floors.map(({ name }) => name)).toEqual(['ws', 'a', 'qs'])
  expect(belowFloors(floors, { packages })).toEqual(['ws 8.9.12 is below 8.21.0'])
  expect(foreignPackages({ packages })).toEqual(['node_modules/b', 'node_modules/c'])
})
