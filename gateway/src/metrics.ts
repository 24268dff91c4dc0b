import { Counter, Gauge, Histogram } from 'prom-client'

export const upstreamUp = new Gauge({
  name: 'zing_upstream_up',
  help: '1 while an upstream process passes its readiness probe',
  labelNames: ['upstream', 'address'],
})

const LANE_LABELS = ['upstream', 'lane'] as const

export const upstreamInFlight = new Gauge({
  name: 'zing_upstream_in_flight',
  help: 'Requests that a service is handling',
  labelNames: LANE_LABELS,
})

export const upstreamQueued = new Gauge({
  name: 'zing_upstream_queued',
  help: 'Requests that wait for room in a lane',
  labelNames: LANE_LABELS,
})

export const upstreamWait = new Histogram({
  name: 'zing_upstream_wait_seconds',
  help: 'Time that a request waited for room in a lane before it was sent',
  labelNames: LANE_LABELS,
  buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

export const upstreamRefused = new Counter({
  name: 'zing_upstream_refused_total',
  help: 'Requests that were not sent: overload, the queue was full, they waited too long, or their client left',
  labelNames: [...LANE_LABELS, 'reason'],
})
