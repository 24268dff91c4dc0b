import { Redis, type RedisOptions } from 'ioredis'
import type { Log } from './observability/logger.ts'
import { redisUp, replicasMissing } from './observability/metrics.ts'
import { sentinelsOf } from './redis-sentinels.ts'

/** Variables of a process that counts in Redis (see `redisEnv`). */
export interface RedisConfig {
  REDIS_URL?: string | undefined
  REDIS_SENTINELS?: string | undefined
  REDIS_MASTER: string
}

export interface RedisConnection {
  redis: Redis
  stop(): void
}

export const PING_MS = 500

const OPTIONS = {
  connectTimeout: 500,
  commandTimeout: 300,
  disconnectTimeout: 300, // a silent server does not confirm the end of a connection
  sentinelCommandTimeout: 300,
  retryStrategy: (attempts) => Math.min(attempts * 100, 1_000),
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0, // callers have counted a lost command themselves; sent again it would count twice
  reconnectOnError: ({ message }) => message.startsWith('READONLY'), // a former master
} satisfies RedisOptions

/**
 * Connects in the background to the server or to the master that the Sentinels name, and reconnects for ever. Commands fail
 * at once without a connection (docs/reliability.md, Timeouts and limits). Null where no variable names a server.
 */
export function connectRedis(config: RedisConfig, log: Log): RedisConnection | null {
  const redis = createClient(config)
  if (!redis) return null
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
  const stopPinging = endWhenSilent(redis, hostsOf(config) - 1)
  return {
    redis,
    stop() {
      stopPinging()
      redis.disconnect()
    },
  }
}

/**
 * Ends a connection on which nothing came since the last ping. A silent server thus delays commands for one second at most.
 * Unlike with a timeout of the socket, a busy process reads first what has arrived. The response to the ping says which replicas
 * are there.
 */
function endWhenSilent(redis: Redis, replicas: number): () => void {
  let last: { stream: Redis['stream']; bytesRead: number; at: number } | null = null

  function check(): void {
    const { status, stream } = redis
    if (status !== 'ready') return
    const { bytesRead } = stream
    if (last?.stream === stream && last.bytesRead === bytesRead) {
      // after a stall of this process two checks follow each other at once, before a response can be there
      if (performance.now() - last.at > PING_MS / 2) redis.disconnect(true)
      return
    }
    last = { stream, bytesRead, at: performance.now() }
    redis.info('replication').then(
      (info) => replicasMissing.set({ of: 'redis' }, Math.max(0, replicas - onlineReplicasIn(info))),
      () => {}, // the next check ends the connection
    )
  }
  const pinging = setInterval(() => setImmediate(check), PING_MS)
  return () => clearInterval(pinging)
}

function onlineReplicasIn(info: string): number {
  return [...info.matchAll(/^slave\d+:.*,state=online/gm)].length
}

/** Hosts whose processes count alone while Redis is unavailable: as many as Sentinels. */
export function hostsOf({ REDIS_SENTINELS }: RedisConfig): number {
  return REDIS_SENTINELS ? sentinelsOf(REDIS_SENTINELS).sentinels.length : 1
}

function createClient({ REDIS_URL, REDIS_SENTINELS, REDIS_MASTER }: RedisConfig): Redis | null {
  if (!REDIS_SENTINELS) return REDIS_URL ? new Redis(REDIS_URL, OPTIONS) : null

  const { sentinels, user, password, hasTls } = sentinelsOf(REDIS_SENTINELS)
  return new Redis({
    ...OPTIONS,
    sentinels,
    updateSentinels: false, // Sentinels may tell addresses that clients cannot reach
    name: REDIS_MASTER,
    ...(user && { username: user, sentinelUsername: user }),
    ...(password && { password, sentinelPassword: password }),
    ...(hasTls && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
  })
}
