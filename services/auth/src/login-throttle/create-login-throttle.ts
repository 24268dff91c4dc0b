import type { Log } from '@zing/kit/observability/logger'
import { connectRedis, hostsOf } from '@zing/kit/redis'
import type { Config } from '../config.ts'
import { createStoreThrottle, type LoginThrottle, noLoginThrottle, withFallback } from './login-throttle.ts'
import { createMemoryStore } from './memory-store.ts'
import { createRedisStore } from './redis-store.ts'

// Without Redis a process sees only part of the failures. Each then counts twice for each host (SEC-48).
const WEIGHT_WITHOUT_REDIS = 2

export function createLoginThrottle(config: Config, log: Log): { throttle: LoginThrottle; stop(): void } {
  if (config.RATE_PROFILE === 'off') return { throttle: noLoginThrottle, stop: () => {} }
  const connection = connectRedis(config, log)
  if (!connection) return { throttle: createStoreThrottle(createMemoryStore()), stop: () => {} }

  return {
    throttle: withFallback(
      createStoreThrottle(createRedisStore(connection.redis)),
      createStoreThrottle(createMemoryStore(), WEIGHT_WITHOUT_REDIS * hostsOf(config)),
    ),
    stop: connection.stop,
  }
}
