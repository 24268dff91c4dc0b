import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readDockerignore } from './dockerfile.ts'
import { ROOT } from './paths.ts'

const isIgnored = readDockerignore(readFileSync(path.join(ROOT, '.dockerignore'), 'utf8'))

test.each([
  '.env',
  '.git/config',
  '.data/secrets.json',
  'node_modules/express/index.js',
  'services/chat/node_modules/x.js',
  'web/dist/index.html',
  'services/chat/test/blocks.component.test.ts',
  'packages/kit/src/env.test.ts',
  'packages/testing/src/servers.ts',
  'services/chat/.env.local',
  'packages/dev-env/src/start.ts',
  'deploy/docker/src/make-secrets.ts',
])('.dockerignore excludes %s', (file) => {
  expect(isIgnored(file)).toBe(true)
})

test.each([
  'package.json',
  '.npmrc',
  'proto/src/limits.ts',
  'services/chat/src/main.ts',
  'web/src/main.tsx',
  'deploy/docker/src/secrets/main.ts',
])('.dockerignore includes %s', (file) => {
  expect(isIgnored(file)).toBe(false)
})
