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
  /** Takes one from every bucket of this call; throws a 429 with Retry-After when one is empty. */
  take(endpoint: AnyEndpoint, who: { address: string; userId?: number }): Promise<void>
  /** The login was no failure. */
  refundLogin(address: string): Promise<void>
  stop(): void
}

/** Counts in Redis for all gateways together; while that is away, in this process at half the rate (security.md section 4). */
export function createRateLimits(profile: RateProfile, redisUrl: string | undefined, log: Log): RateLimits {
  if (profile === 'off') return { take: async () => {}, refundLogin: async () => {}, stop: () => {} }

  // faults.md section 4: a paused Redis must not hold a request up
  const redis = redisUrl
    ? new Redis(redisUrl, { commandTimeout: 300, maxRetriesPerRequest: 1, enableOfflineQueue: false })
    : null
  redis?.on('error', (err) => log.debug({ err }, 'redis away, limits count in this process'))
  if (redis) watchRedis(redis)
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterOf(rule: RateRule): RateLimiterAbstract {
    const known = limiters.get(rule.name)
    if (known) return known
    const limiter = createLimiter(rule, redis)
    limiters.set(rule.name, limiter)
    return limiter
  }

  return {
    async take(endpoint, { address, userId }) {
      const rules = rulesFor(endpoint, profile)
      await Promise.all(
        rules.map((rule) =>
          limiterOf(rule)
            .consume(rule.by === 'address' ? address : String(userId))
            .catch((refusal: unknown) => refuse(refusal, rule, log)),
        ),
      )
    },
    async refundLogin(address) {
      await limiters
        .get(LOGIN_RULE)
        ?.reward(address)
        .catch(() => {}) // a point lost is no harm
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

function refuse(refusal: unknown, { name }: RateRule, log: Log): void {
  if (!(refusal instanceof RateLimiterRes)) return log.warn({ err: refusal }, 'limit not counted')
  rateLimited.inc({ rule: name })
  const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000))
  throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds })
}
