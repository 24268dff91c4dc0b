import type { AnyEndpoint } from '@zing/proto/endpoint'
import { errorMessages } from '@zing/proto/http/errors'
import { WRITES_PER_MINUTE } from '@zing/proto/limits'
import type { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateProfile } from './env.ts'
import { AppError } from './errors.ts'
import type { SecurityLog } from './observability/limited-security-log.ts'
import type { Log } from './observability/logger.ts'
import { rateLimited } from './observability/metrics.ts'
import { connectRedis } from './redis.ts'

export type LimitedProfile = Exclude<RateProfile, 'off'>

export interface RateRule {
  /** Names the bucket; rules with one name share it, also in different processes. */
  name: string
  by: 'address' | 'user'
  points: number
  seconds: number
  /** Statuses of the responses that use a point; absent: all of them. */
  counts?: (status: number) => boolean
  /** Takes the point after the response; otherwise it is taken before, and refunded if the response does not count. */
  isTakenAfter?: boolean
}

/** The limit of all calls of a user that change something and have no limit of their own, and of SEND_MESSAGE. */
export function writeRule(profile: LimitedProfile): RateRule {
  return { name: 'write', by: 'user', points: WRITES_PER_MINUTE[profile], seconds: 60 }
}

export interface Client {
  address: string
  userId?: number
}

/** Counts the response of a call, for the rules that depend on it; once, later calls do nothing. */
export type CountResponse = (status: number) => void

export interface RateLimits {
  /** Takes a point from each bucket of the call; throws a 429 with Retry-After when one is empty. */
  consume(endpoint: AnyEndpoint, client: Client): Promise<CountResponse>
  stop(): void
}

export interface RateLimitOptions {
  profile: RateProfile
  /** Shares the counts between processes; without it each process counts alone. */
  redisUrl: string | undefined
  rulesFor(endpoint: AnyEndpoint, profile: LimitedProfile): RateRule[]
  log: Log
  logSecurity: SecurityLog
}

/**
 * Counts in Redis for all processes; while Redis is unavailable, per process at half the rate (docs/security.md, Rate
 * limits).
 */
export function createRateLimits({ profile, redisUrl, rulesFor, log, logSecurity }: RateLimitOptions): RateLimits {
  if (profile === 'off') return { consume: async () => () => {}, stop: () => {} }

  const redis = redisUrl ? connectRedis(redisUrl, log) : null
  const limiters = new Map<string, RateLimiterAbstract>()

  function limiterFor(rule: RateRule): RateLimiterAbstract {
    const existing = limiters.get(rule.name)
    if (existing) return existing
    const limiter = createLimiter(rule, redis)
    limiters.set(rule.name, limiter)
    return limiter
  }

  async function take(rule: RateRule, client: Client): Promise<void> {
    const limiter = limiterFor(rule)
    try {
      if (!rule.isTakenAfter) return void (await limiter.consume(keyOf(rule, client)))
      const used = await limiter.get(keyOf(rule, client))
      if (used && used.remainingPoints <= 0) throw used
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes))
        return log.warn({ err: reason, rule: rule.name }, 'rate limit not counted')
      rateLimited.inc({ rule: rule.name })
      logSecurity('excess_rate_limit_exceeded', { ...client, rule: rule.name })
      const retryAfterSeconds = Math.max(1, Math.ceil(reason.msBeforeNext / 1_000))
      throw new AppError(429, errorMessages.tooManyRequests, { retryAfterSeconds })
    }
  }

  /** Sends its command before it returns, so that a client that has the response finds it counted. */
  async function countResponse(rule: RateRule, client: Client, status: number): Promise<void> {
    if (!rule.counts || rule.counts(status) !== Boolean(rule.isTakenAfter)) return
    const change = rule.isTakenAfter ? limiterFor(rule).consume(keyOf(rule, client)) : refund(rule, client)
    await change.catch(() => {}) // a lost count or refund does no harm
  }

  async function refund(rule: RateRule, client: Client): Promise<void> {
    await limiterFor(rule).reward(keyOf(rule, client))
  }

  return {
    async consume(endpoint, client) {
      const rules = rulesFor(endpoint, profile)
      const taken = await Promise.allSettled(rules.map((rule) => take(rule, client)))
      const rejected = taken.find((result) => result.status === 'rejected')
      if (!rejected) return once((status) => rules.forEach((rule) => void countResponse(rule, client, status)))
      const unused = rules.filter(({ counts, isTakenAfter }, i) => {
        return counts && !isTakenAfter && taken[i]?.status === 'fulfilled'
      })
      await Promise.allSettled(unused.map((rule) => refund(rule, client)))
      throw rejected.reason
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

function once(countResponse: CountResponse): CountResponse {
  let isCounted = false
  return (status) => {
    if (!isCounted) countResponse(status)
    isCounted = true
  }
}

function keyOf({ by }: RateRule, { address, userId }: Client): string {
  return by === 'address' ? address : String(userId)
}
