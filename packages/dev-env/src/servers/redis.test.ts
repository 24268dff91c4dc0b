import { expect, test } from 'vitest'
import { fakeEnvironment } from '../../test/fake-environment.ts'
import { findRedis } from './redis.ts'

test('REDIS_URL comes first, and nothing is started', async () => {
  const { around, used } = fakeEnvironment({ env: { REDIS_URL: 'redis://cache:1' }, programs: ['redis-server'] })

  expect(await findRedis(around)).toMatchObject({ url: 'redis://cache:1', from: 'REDIS_URL' })
  expect(used).toEqual([])
})

test('redis-server on PATH comes before Docker, Docker before apt (fake Docker client)', async () => {
  const onPath = fakeEnvironment({ programs: ['redis-server'], docker: true })
  const inDocker = fakeEnvironment({ docker: true, apt: ['redis-server'] })

  expect(await findRedis(onPath.around)).toMatchObject({ from: 'redis-server on PATH' })
  expect(await findRedis(inDocker.around)).toMatchObject({ from: 'Docker' })
  expect(onPath.used).toEqual(['which redis-server', 'start redis-server'])
  expect(inDocker.used).toEqual(['which redis-server', 'docker', 'run redis:8-alpine'])
})

test('apt installs it where it may (fake apt)', async () => {
  const { around } = fakeEnvironment({ apt: ['redis-server'] })

  expect(await findRedis(around)).toMatchObject({ from: 'redis-server, installed with apt' })
})

test('Zing runs without Redis, also when apt cannot bring it (fake apt)', async () => {
  expect(await findRedis(fakeEnvironment().around)).toBeNull()
  expect(await findRedis(fakeEnvironment({ apt: [] }).around)).toBeNull()
})
