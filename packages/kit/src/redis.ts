import { Redis } from 'ioredis'
import type { Log } from './observability/logger.ts'
import { redisUp } from './observability/metrics.ts'

/**
 * Connects in the background and reconnects for ever. A command waits at most 300 ms, and fails at once without a connection.
 * A paused Redis therefore delays no request (docs/reliability.md, Timeouts and limits).
 */
export function connectRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, { commandTimeout: 300, maxRetriesPerRequest: 1, enableOfflineQueue: false })
  let isConnected = false
  redisUp.set(0)
  redis.on('ready', () => {
    isConnected = true
    redisUp.set(1)
    log.info('Redis connected')
  })
  redis.on('close', () => redisUp.set(0))
  redis.on('reconnecting', () => {
    if (isConnected) log.warn('Redis disconnected')
    isConnected = false
  })
  redis.on('error', (err) => log.debug({ err }, 'Redis unavailable'))
  return redis
}
