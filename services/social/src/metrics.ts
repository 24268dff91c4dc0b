import { Counter, Gauge, Histogram } from 'prom-client'

// `host` names a browser vendor, or is "other": users could name any number of hosts.

export const pushesSent = new Counter({
  name: 'zing_web_push_sent_total',
  help: 'Web pushes that a push host has accepted',
  labelNames: ['type', 'host'],
})

export const pushesRefused = new Counter({
  name: 'zing_web_push_refused_total',
  help: 'Web pushes that a push host has refused, by status; network without a response, address if it was not connected to',
  labelNames: ['host', 'status'],
})

export const pushesExpired = new Counter({
  name: 'zing_web_push_expired_total',
  help: 'Web pushes that could not be sent within a day',
  labelNames: ['host'],
})

export const pushesDropped = new Counter({
  name: 'zing_web_push_dropped_total',
  help: 'Web pushes that were not to be sent any more',
  labelNames: ['reason'],
})

export const pushLag = new Histogram({
  name: 'zing_web_push_lag_seconds',
  help: 'From the notification to the response of the push host that accepted it',
  buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 3_600, 86_400],
})

export const pushesWaiting = new Gauge({
  name: 'zing_web_push_waiting',
  help: 'Web pushes in the queue, with those that wait for another attempt',
})

export const pushesRetried = new Gauge({
  name: 'zing_web_push_retried',
  help: 'Web pushes in the queue that were tried before',
})
