import { Counter, Gauge } from 'prom-client'

export const rateLimited = new Counter({
  name: 'zing_rate_limited_total',
  help: 'Requests rejected by a rate limit',
  labelNames: ['rule'],
})

export const upstreamUp = new Gauge({
  name: 'zing_upstream_up',
  help: '1 while an upstream process passes its readiness probe',
  labelNames: ['upstream', 'address'],
})
