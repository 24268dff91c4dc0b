import type { Redis } from 'ioredis'
import { FAILURES_TTL_MS } from './backoff.ts'
import type { FailureStore } from './login-throttle.ts'

// compare-and-swap in one step, since several processes count
const SWAP = `
  if (redis.call('HGET', KEYS[1], 'count') or '0') ~= ARGV[1] then return 0 end
  redis.call('HSET', KEYS[1], 'count', ARGV[2], 'lastAt', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
  return 1
`

export function createRedisStore(redis: Redis): FailureStore {
  return {
    async get(key) {
      const { count, lastAt } = await redis.hgetall(redisKey(key))
      return count && lastAt ? { count: Number(count), lastAt: Number(lastAt) } : null
    },
    async swap(key, before, { count, lastAt }) {
      return (await redis.eval(SWAP, 1, redisKey(key), before?.count ?? 0, count, lastAt, FAILURES_TTL_MS)) === 1
    },
    async clear(key) {
      await redis.del(redisKey(key))
    },
  }
}

function redisKey(usernameKey: string): string {
  return `auth:failures:${usernameKey}`
}
