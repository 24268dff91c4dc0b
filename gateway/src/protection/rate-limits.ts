import type { RateProfile } from '@zing/kit/env'
import { AppError } from '@zing/kit/errors'
import type { Log } from '@zing/kit/observability/logger'
import { watchRedis } from '@zing/kit/observability/metrics'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { messages } from '@zing/proto/http/errors'
import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from '../metrics.ts'
import { LOGIN_RULE, type RateRule, rulesFor } from './rate-rules.ts'

export interface RateLimits {
  /** Takes a point from each bucket of the call; throws a 429 with Retry-After when one is empty. */
  consume(endpoint: AnyEndpoint, client: { address: string; userId?: number }): Promise<void>
  refundLogin(address: string): Promise<void>
  stop(): void
}

/** Counts in Redis for all gateways; without Redis, per process at half the rate (docs/security.md, Rate limits). */
export function createRateLimits(profile: RateProfile, redisUrl: string | undefined, log: Log): RateLimits {
  if (profile === 'off') return { consume: async () => {}, refundLogin: async () => {}, stop: () => {} }

  // a paused Redis must not delay a request (docs/reliability.md, Timeouts and limits)
  const redis = redisUrl
    ? new Redis(redisUrl, { commandTimeout: 300, maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : null
  redis?.on('error', (err) => log.debug({ err }, 'Redis unavailable, counting rate limits per process'))
  if (redis) watchRedis(redis)
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterFor(rule: RateRule): RateLimiterAbstract {
    const existing = limiters.get(rule.name)
    if (existing) return existing
    const limiter = createLimiter(rule, redis)
    limiters.set(rule.name, limiter)
    return limiter
  }

  return {
    async consume(endpoint, { address, userId }) {
      const rules = rulesFor(endpoint, profile)
      await Promise.all(
        rules.map((rule) =>
          limiterFor(rule)
            .consume(rule.by === 'address' ? address : String(userId))
            .catch((reason: unknown) => onRejected(reason, rule, log)),
        ),
      )
    },
    async refundLogin(address) {
      await limiters
        .get(LOGIN_RULE)
        ?.reward(address)
        .catch(() => {}) // a lost refund does no harm
    },
    stop: () => redis?.disconnect(),
  }
}

function createLimiter({ name, points, seconds }: RateRule, redis: Redis | null): RateLimiterAbstract {
  if (!redis) return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  const insuranceLimiter = new RateLimiterMemory({ keyPrefix: name, points: Math.ceil(points / 2), duration: seconds })
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate:${name}`,
    points,
    duration: seconds,
    insuranceLimiter,
    rejectIfRedisNotReady: true,
  })
}

function onRejected(reason: unknown, { name }: RateRule, log: Log): void {
  if (!(reason instanceof RateLimiterRes)) return log.warn({ err: reason, rule: name }, 'rate limit not counted')
  rateLimited.inc({ rule: name })
  const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
  throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds })
}
