import type { Log } from '@zing/kit/log'
import { Redis } from 'ioredis'
import { type FailureStore, type Failures, MAX_WAIT_MS } from './domain/login-guard.ts'

const KEEP_MS = 2 * MAX_WAIT_MS
const MAX_ACCOUNTS = 10_000

/** Failures in Redis, shared by all processes of auth; in this process while Redis is away. */
export function createFailureStore(redisUrl: string | undefined, log: Log): FailureStore & { stop(): void } {
  const local = createLocalStore()
  if (!redisUrl) return { ...local, stop: () => {} }

  // faults.md section 4: a paused Redis must not hold a login up
  const redis = new Redis(redisUrl, { commandTimeout: 300, maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (err) => log.debug({ err }, 'redis away, counting failed logins here'))

  return {
    async get(key) {
      const [shared, own] = [await orElse(() => readShared(redis, key), null), await local.get(key)]
      return (own?.count ?? 0) > (shared?.count ?? 0) ? own : shared
    },
    async add(key, at) {
      const isShared = await orElse(() => addShared(redis, key, at), false)
      if (!isShared) await local.add(key, at)
    },
    async clear(key) {
      await Promise.all([orElse(() => redis.del(redisKey(key)), 0), local.clear(key)])
    },
    stop: () => redis.disconnect(),
  }
}

function redisKey(key: string): string {
  return `auth:failures:${key}`
}

async function readShared(redis: Redis, key: string): Promise<Failures | null> {
  const { count, lastAt } = await redis.hgetall(redisKey(key))
  return count && lastAt ? { count: Number(count), lastAt: Number(lastAt) } : null
}

async function addShared(redis: Redis, key: string, at: number): Promise<boolean> {
  await redis
    .multi()
    .hincrby(redisKey(key), 'count', 1)
    .hset(redisKey(key), 'lastAt', at)
    .pexpire(redisKey(key), KEEP_MS)
    .exec()
  return true
}

async function orElse<T>(work: () => Promise<T>, otherwise: T): Promise<T> {
  return work().catch(() => otherwise)
}

function createLocalStore(): FailureStore {
  const failures = new Map<string, Failures>()
  return {
    get: async (key) => failures.get(key) ?? null,
    async add(key, at) {
      const count = (failures.get(key)?.count ?? 0) + 1
      failures.delete(key) // to the end: the first of the map is the one touched longest ago
      failures.set(key, { count, lastAt: at })
      const oldest = failures.keys().next().value
      if (failures.size > MAX_ACCOUNTS && oldest !== undefined) failures.delete(oldest)
    },
    clear: async (key) => void failures.delete(key),
  }
}
