import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { belowFloors, FLOORS, foreignPackages, versionsOf } from './version-floors.ts'

test('SEC-71 each package is at or above its floor, and comes from the registry with a checksum', () => {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))

  expect(Object.keys(FLOORS).filter((name) => versionsOf(name, lock.packages).length === 0)).toEqual([])
  expect(belowFloors(lock)).toEqual([])
  expect(foreignPackages(lock)).toEqual([])
})

test('an old version and a package from elsewhere are found, even inside another package', () => {
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
  expect(belowFloors({ packages })).toEqual(['ws 8.9.12 is below 8.21.0'])
  expect(foreignPackages({ packages })).toEqual(['node_modules/b', 'node_modules/c'])
})
