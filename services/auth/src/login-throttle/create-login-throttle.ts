import type { Log } from '@zing/kit/observability/logger'
import { watchRedis } from '@zing/kit/observability/metrics'
import { Redis } from 'ioredis'
import type { Config } from '../config.ts'
import { createStoreThrottle, type LoginThrottle, noLoginThrottle, withFallback } from './login-throttle.ts'
import { createMemoryStore } from './memory-store.ts'
import { createRedisStore } from './redis-store.ts'

// Alone, a process sees only a part of the failures: each counts double, which halves the rate (security.md section 4).
const WEIGHT_WITHOUT_REDIS = 2

/** The login limit as it is configured: shared through Redis, by this process while Redis is away, or none. */
export function createLoginThrottle(
  { RATE_PROFILE, REDIS_URL }: Config,
  log: Log,
): { throttle: LoginThrottle; stop(): void } {
  if (RATE_PROFILE === 'off') return { throttle: noLoginThrottle, stop: () => {} }
  if (!REDIS_URL) return { throttle: createStoreThrottle(createMemoryStore()), stop: () => {} }

  // faults.md section 4: a paused Redis must not hold a login up
  const redis = new Redis(REDIS_URL, { commandTimeout: 300, maxRetriesPerRequest: 1, enableOfflineQueue: false })
  redis.on('error', (err) => log.debug({ err }, 'redis away, counting failed logins here'))
  watchRedis(redis)
  return {
    throttle: withFallback(
      createStoreThrottle(createRedisStore(redis)),
      createStoreThrottle(createMemoryStore(), WEIGHT_WITHOUT_REDIS),
    ),
    stop: () => redis.disconnect(),
  }
}
