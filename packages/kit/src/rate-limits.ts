import type { AnyEndpoint } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { CountedStatus, RateLimit } from '@zing/proto/rate-limits'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateProfile } from './env.ts'
import type { SecurityLog } from './observability/limited-security-log.ts'
import type { Log } from './observability/logger.ts'
import { rateLimited } from './observability/metrics.ts'
import { connectRedis, hostsOf, type RedisConfig, type RedisConnection } from './redis.ts'

export interface Client {
  address: string
  userId?: number
}

/** Counts the response of a call for the limits that depend on it. Later calls do nothing. */
export type CountResponse = (status: number) => void

export interface RateLimits {
  /** Takes a point from each bucket of the call. Throws a 429 with Retry-After when a bucket is empty. */
  consume(endpoint: Pick<AnyEndpoint, 'limits'>, client: Client): Promise<CountResponse>
  stop(): void
}

export interface RateLimitOptions {
  profile: RateProfile
  /** Redis shares the counts between processes; without it each process counts alone. */
  redis: RedisConfig
  log: Log
  logSecurity: SecurityLog
}

/**
 * Counts in Redis for all processes. While Redis is unavailable, each process counts at half the rate, which several hosts
 * divide among themselves (docs/security.md, Rate limits).
 */
export function createRateLimits({ profile, redis: config, log, logSecurity }: RateLimitOptions): RateLimits {
  if (profile === 'off') return { consume: async () => () => {}, stop: () => {} }
  const limited = profile

  const connection = connectRedis(config, log)
  const shareAlone = 1 / (2 * hostsOf(config))
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterFor(limit: RateLimit): RateLimiterAbstract {
    const existing = limiters.get(limit.name)
    if (existing) return existing
    const limiter = createLimiter(limit, limit.points[limited], connection, shareAlone)
    limiters.set(limit.name, limiter)
    return limiter
  }

  async function take(limit: RateLimit, client: Client): Promise<void> {
    const limiter = limiterFor(limit)
    try {
      if (!limit.isTakenAfter) return void (await limiter.consume(keyOf(limit, client)))
      const used = await limiter.get(keyOf(limit, client))
      if (used && used.remainingPoints <= 0) throw used
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes))
        return log.warn({ err: reason, rule: limit.name }, 'rate limit not counted')
      rateLimited.inc({ rule: limit.name })
      logSecurity('excess_rate_limit_exceeded', { ...client, rule: limit.name })
      const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
      throw errors.tooManyRequests({ retryAfterSeconds })
    }
  }

  /** Sends its command before it returns, so the count includes every response that a client has received. */
  async function countResponse(limit: RateLimit, client: Client, status: number): Promise<void> {
    if (!limit.counts || isCounted(limit.counts, status) !== Boolean(limit.isTakenAfter)) return
    const change = limit.isTakenAfter ? limiterFor(limit).consume(keyOf(limit, client)) : refund(limit, client)
    await change.catch(() => {}) // a lost count or refund does no harm
  }

  async function refund(limit: RateLimit, client: Client): Promise<void> {
    await limiterFor(limit).reward(keyOf(limit, client))
  }

  return {
    async consume(endpoint, client) {
      const { limits } = endpoint
      const taken = await Promise.allSettled(limits.map((limit) => take(limit, client)))
      const rejected = taken.find((result) => result.status === 'rejected')
      if (!rejected) return once((status) => limits.forEach((limit) => void countResponse(limit, client, status)))
      const unused = limits.filter(({ counts, isTakenAfter }, i) => {
        return counts && !isTakenAfter && taken[i]?.status === 'fulfilled'
      })
      await Promise.allSettled(unused.map((limit) => refund(limit, client)))
      throw rejected.reason
    },
    stop: () => connection?.stop(),
  }
}

function createLimiter(
  { name, seconds }: RateLimit,
  points: number,
  connection: RedisConnection | null,
  shareAlone: number,
): RateLimiterAbstract {
  if (!connection) return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
  const pointsAlone = Math.max(1, Math.floor(points * shareAlone))
  const insuranceLimiter = new RateLimiterMemory({ keyPrefix: name, points: pointsAlone, duration: seconds })
  return new RateLimiterRedis({
    storeClient: connection.redis,
    keyPrefix: `rate:${name}`,
    points,
    duration: seconds,
    insuranceLimiter,
    rejectIfRedisNotReady: true,
  })
}

function isCounted(counts: CountedStatus, status: number): boolean {
  if (counts === 'success') return status < 300
  if (counts === 'refusal') return status >= 400 && status < 500 && status !== 429
  return counts === status
}

function once(countResponse: CountResponse): CountResponse {
  let isCounted = false
  return (status) => {
    if (!isCounted) countResponse(status)
    isCounted = true
  }
}

function keyOf({ by }: RateLimit, { address, userId }: Client): string {
  return by === 'address' ? address : String(userId)
}
