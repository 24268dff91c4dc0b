import { Counter, Gauge } from 'prom-client'

export const rateLimited = new Counter({
  name: 'zing_rate_limited_total',
  help: 'Calls refused because a limit was reached',
  labelNames: ['rule'],
})

export const upstreamUp = new Gauge({
  name: 'zing_upstream_up',
  help: '1 while a process behind the gateway says that it is ready',
  labelNames: ['upstream', 'address'],
})
