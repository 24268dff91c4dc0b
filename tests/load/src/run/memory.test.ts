import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { expect, test } from 'vitest'
import { maxMibOf } from './memory.ts'

const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8')

/** Memory limit of a service in docker-compose.yml; without one, the limit of `x-process`. */
function limitInCompose(service: string): number {
  const limitIn = (block = '') => block.match(/mem_limit: (\d+)m/)?.[1]
  const block = compose.match(new RegExp(`\\n  ${service}:\\n(?:    .*\\n|\\n)+`))?.[0]
  return Number(limitIn(block) ?? limitIn(compose.match(/x-process:[\s\S]*?\n\n/)?.[0]))
}

test.each([
  ['gateway', 'gateway'],
  ['chat-2', 'chat'],
  ['social', 'social'],
  ['admin', 'admin'],
  ['auth', 'auth'],
  ['mongod', 'mongodb'],
  ['embedded-mongo', 'mongodb'],
  ['nats-server', 'nats'],
  ['redis-server', 'redis'],
])('%s may take as much memory as in docker-compose.yml', (name, service) => {
  expect(maxMibOf(name)).toBe(limitInCompose(service))
})
