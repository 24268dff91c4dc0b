import { Counter, Gauge, Histogram } from 'prom-client'

export const pictureDuration = new Histogram({
  name: 'zing_vision_picture_seconds',
  help: 'Time that the models took for a picture',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
})

export const waiting = new Gauge({ name: 'zing_vision_waiting', help: 'Pictures that wait for their turn' })

export const refused = new Counter({
  name: 'zing_vision_refused_total',
  help: 'Pictures without an answer: 400 unreadable, 503 no room or a stop, failed for an error',
  labelNames: ['reason'],
})
