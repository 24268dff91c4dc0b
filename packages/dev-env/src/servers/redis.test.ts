import { expect, test } from 'vitest'
import { fakeEnvironment } from '../../test/fake-environment.ts'
import { findRedis } from './redis.ts'

test('REDIS_URL takes precedence over every other Redis, and nothing is started', async () => {
  const { environment, used } = fakeEnvironment({ env: { REDIS_URL: 'redis://cache:1' }, programs: ['redis-server'] })

  expect(await findRedis(environment)).toMatchObject({ url: 'redis://cache:1', from: 'REDIS_URL' })
  expect(used).toEqual([])
})

test('REDIS_SENTINELS takes precedence over REDIS_URL', async () => {
  const { environment } = fakeEnvironment({ env: { REDIS_SENTINELS: 'a,b,c', REDIS_URL: 'redis://cache:1' } })
  expect(await findRedis(environment)).toMatchObject({ url: 'a,b,c', from: 'REDIS_SENTINELS' })
})

test('redis-server on PATH is preferred to valkey-server, and that to a wheel', async () => {
  const redis = fakeEnvironment({ programs: ['redis-server', 'valkey-server'] })
  const valkey = fakeEnvironment({ programs: ['valkey-server'], wheels: ['valkey-server'] })

  expect(await findRedis(redis.environment)).toMatchObject({ from: 'redis-server on PATH' })
  expect(await findRedis(valkey.environment)).toMatchObject({ from: 'valkey-server on PATH' })
  expect(redis.used).toEqual(['which redis-server', 'start redis-server'])
  expect(valkey.used).toEqual(['which redis-server', 'which valkey-server', 'start redis-server'])
})

test('a wheel is preferred to Docker, and Docker to apt (fake pip and Docker client)', async () => {
  const fromWheel = fakeEnvironment({ wheels: ['valkey-server'], docker: true })
  const inDocker = fakeEnvironment({ docker: true, apt: ['redis-server'] })

  expect(await findRedis(fromWheel.environment)).toMatchObject({
    from: 'valkey-server 9.1.2.post2, downloaded with pip',
  })
  expect(await findRedis(inDocker.environment)).toMatchObject({ from: 'Docker' })
  const onPath = ['which redis-server', 'which valkey-server', 'pip valkey-server']
  expect(fromWheel.used).toEqual([...onPath, 'start redis-server'])
  expect(inDocker.used).toEqual([...onPath, 'docker', 'run redis:8-alpine'])
})

test('redis-server is installed with apt where possible (fake apt)', async () => {
  const { environment } = fakeEnvironment({ apt: ['redis-server'] })

  expect(await findRedis(environment)).toMatchObject({ from: 'redis-server, installed with apt' })
})

test('Zing runs without Redis, also when apt cannot install it (fake apt)', async () => {
  expect(await findRedis(fakeEnvironment().environment)).toBeNull()
  expect(await findRedis(fakeEnvironment({ apt: [] }).environment)).toBeNull()
})
