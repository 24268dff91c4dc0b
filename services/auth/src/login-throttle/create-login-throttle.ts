import type { Log } from '@zing/kit/observability/logger'
import { connectRedis } from '@zing/kit/redis'
import type { Config } from '../config.ts'
import { createStoreThrottle, type LoginThrottle, noLoginThrottle, withFallback } from './login-throttle.ts'
import { createMemoryStore } from './memory-store.ts'
import { createRedisStore } from './redis-store.ts'

// A process on its own sees only part of the failures: each counts double, which halves the rate (SEC-48).
const WEIGHT_WITHOUT_REDIS = 2

export function createLoginThrottle(
  { RATE_PROFILE, REDIS_URL }: Config,
  log: Log,
): { throttle: LoginThrottle; stop(): void } {
  if (RATE_PROFILE === 'off') return { throttle: noLoginThrottle, stop: () => {} }
  if (!REDIS_URL) return { throttle: createStoreThrottle(createMemoryStore()), stop: () => {} }

  const redis = connectRedis(REDIS_URL, log)
  return {
    throttle: withFallback(
      createStoreThrottle(createRedisStore(redis)),
      createStoreThrottle(createMemoryStore(), WEIGHT_WITHOUT_REDIS),
    ),
    stop: () => redis.disconnect(),
  }
}
