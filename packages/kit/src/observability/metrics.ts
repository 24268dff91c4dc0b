import { Counter, Gauge, Histogram, register } from 'prom-client'
import { collectProcessMetrics } from './event-loop-lag.ts'

// Labels have few values: a route is the contract's path, never the requested path. No label holds a user id.

const FAST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60]

export const httpDuration = new Histogram({
  name: 'zing_http_request_duration_seconds',
  help: 'From the head of a request to the end of its response',
  labelNames: ['method', 'route', 'status'],
  buckets: FAST_SECONDS,
})

export const requestsDropped = new Counter({
  name: 'zing_requests_dropped_total',
  help: 'Requests given up before their work was done, past their deadline or without a client',
  labelNames: ['reason'],
})

export const rateLimited = new Counter({
  name: 'zing_rate_limited_total',
  help: 'Requests and sent messages rejected by a rate limit',
  labelNames: ['rule'],
})

export const natsUp = unsetGauge('zing_nats_up', '1 while NATS is connected')
export const mongoUp = unsetGauge('zing_mongo_up', '1 while the database is connected')
export const redisUp = unsetGauge('zing_redis_up', '1 while Redis is connected')

export const replicasMissing = new Gauge({
  name: 'zing_replicas_missing',
  help: 'Replicas that a stream of NATS, redis or mongodb should have and that are away or not up to date',
  labelNames: ['of'],
})

export const mongoCommands = new Counter({
  name: 'zing_mongo_commands_total',
  help: 'Commands sent to the database',
  labelNames: ['command'],
})

export const blobFailures = new Counter({
  name: 'zing_blob_failures_total',
  help: 'Calls of the store for bytes that failed: it was unavailable, or a checksum differed',
  labelNames: ['reason'],
})

export const picturesWaiting = new Gauge({
  name: 'zing_pictures_waiting',
  help: 'Pictures that vision has not looked at yet',
})

export const picturesOldest = new Gauge({
  name: 'zing_pictures_oldest_seconds',
  help: 'Age of the oldest picture that waits for vision; 0 without one',
})

export const picturesSeen = new Counter({
  name: 'zing_pictures_seen_total',
  help: 'Questions about pictures that ended: answered, unreadable, or dropped after repeated failures or too long a time',
  labelNames: ['outcome'],
})

export const outboxLag = new Histogram({
  name: 'zing_outbox_lag_seconds',
  help: 'From the write that caused an event to its publication',
  buckets: SLOW_SECONDS,
})
export const outboxOldest = new Gauge({
  name: 'zing_outbox_oldest_seconds',
  help: 'Age of the oldest event that the last sweep found unpublished',
})

export const consumerPending = new Gauge({
  name: 'zing_consumer_pending',
  help: 'Events of the stream that this service has not handled yet',
})
export const consumerOldest = new Gauge({
  name: 'zing_consumer_oldest_seconds',
  help: 'Age of the oldest event that this process has received and not handled yet',
})
export const eventDuration = new Histogram({
  name: 'zing_event_duration_seconds',
  help: 'Handling of an event',
  labelNames: ['subject', 'outcome'],
  buckets: FAST_SECONDS,
})
export const deadLetters = new Counter({
  name: 'zing_dead_letters_total',
  help: 'Events that failed permanently and were stored in dead_letters',
})

export const erasures = new Counter({
  name: 'zing_erasures_total',
  help: 'Deleted users whose data this process has erased from the database of its service',
})

export const socketsOpen = new Gauge({ name: 'zing_sockets_open', help: 'WebSockets open in this process' })

const samples = new Set<() => unknown>()
let isCollecting = false

/**
 * Runs `sample` before each scrape. It must bound its own time; after a failure the last value stays. Returns a function that
 * ends this.
 */
export function beforeScrape(sample: () => unknown): () => void {
  samples.add(sample)
  return () => void samples.delete(sample)
}

/** Returns a function that collects all metrics of the process in the Prometheus format, with `service` as a label. */
export function metricsOf(service: string): () => Promise<{ type: string; text: string }> {
  if (!isCollecting) beforeScrape(collectProcessMetrics())
  isCollecting = true
  register.setDefaultLabels({ service })
  return async () => {
    await Promise.allSettled([...samples].map(async (sample) => sample()))
    return { type: register.contentType, text: await register.metrics() }
  }
}

/** Has no value until one is set: a process without a database must not report it as down. */
function unsetGauge(name: string, help: string): Gauge {
  const gauge = new Gauge({ name, help })
  gauge.remove()
  return gauge
}

/** Seconds since `startedAt`, a reading of `performance.now()`. */
export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000
}
