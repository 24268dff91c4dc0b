import { PROCESS_NAMES } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import type { BaseImages } from '../images/base-images.ts'
import { overrideOf } from './override.ts'

const PUBLIC = { node: 'p/node:1', nats: 'p/nats:1', redis: 'p/redis:1', caddy: 'p/caddy:1', mongodb: 'p/mongo:1' }
const names = ['node', 'nats', 'redis', 'caddy', 'mongodb'] as const

function overrideWith(isPublic: boolean, hasTestLimits = true): Record<string, Record<string, unknown>> {
  const entries = names.map((name) => [name, { image: isPublic ? PUBLIC[name] : `made/${name}:1`, isPublic }])
  const { services } = overrideOf({
    publicImages: PUBLIC,
    baseImages: Object.fromEntries(entries) as BaseImages, // has every name
    tagOf: (service) => `run/${service}:one`,
    hasTestLimits,
    inlineDockerfiles: { nats: 'FROM p/nats:1\nUSER 1000\n', caddy: 'FROM p/caddy:1\n' },
  }) as { services: Record<string, Record<string, unknown>> }
  return services
}

test('with public images only the names of built images and the rate limits of tests change', () => {
  const environment = { RATE_PROFILE: 'normal', ALLOW_RATE_PROFILE: 'normal' }
  const isLimited = (name: string) => ['auth', 'social', 'chat', 'gateway'].includes(name)
  const changed = [...PROCESS_NAMES, 'nats', 'caddy', 'secrets'].map((name) => [
    name,
    { image: `run/${name}:one`, ...(isLimited(name) && { environment }) },
  ])
  expect(overrideWith(true)).toEqual(Object.fromEntries(changed))
})

test('when images cannot be pulled, it replaces them and keeps other lines of inline Dockerfiles', () => {
  const services = overrideWith(false)
  expect(services.nats?.build).toEqual({ dockerfile_inline: 'FROM made/nats:1\nUSER 1000\n' })
  expect(services.redis).toEqual({ image: 'made/redis:1' })
  expect(services.mongodb?.image).toBe('made/mongodb:1')
})

test('the processes keep the variables of production in every case', () => {
  const environments = Object.values(overrideWith(false)).map(({ environment }) => Object.keys(environment ?? {}))
  expect(new Set(environments.flat())).toEqual(new Set(['RATE_PROFILE', 'ALLOW_RATE_PROFILE']))
})

test('outside a test the limits of production stay', () => {
  expect(Object.values(overrideWith(false, false)).filter(({ environment }) => environment)).toEqual([])
})
