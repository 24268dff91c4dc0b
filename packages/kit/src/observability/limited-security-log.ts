import { LRUCache } from 'lru-cache'
import type { Log } from './logger.ts'
import { logSecurityEvent, type SecurityEvent, type SecurityFields } from './security-log.ts'

const REPEAT_MS = 60_000
const MAX_EVENTS = 10_000

export type SecurityLog = (event: SecurityEvent, fields: SecurityFields & { address: string }) => void

/**
 * Logs security events that any client can cause. Equal ones are logged once a minute, so that a flood does not fill the log.
 */
export function createSecurityLog(log: Log): SecurityLog {
  const logged = new LRUCache<string, true>({ max: MAX_EVENTS, ttl: REPEAT_MS })
  return (event, fields) => {
    const key = JSON.stringify([event, fields])
    if (logged.has(key)) return
    logged.set(key, true)
    logSecurityEvent(log, event, fields)
  }
}
