import { Counter, Gauge, Histogram } from 'prom-client'

export const frames = new Counter({
  name: 'zing_frames_total',
  help: 'WebSocket frames, by direction and type',
  labelNames: ['direction', 'type'],
})

export const socketsClosed = new Counter({
  name: 'zing_socket_closed_total',
  help: 'Closed WebSockets, by close code',
  labelNames: ['code'],
})

export const sendDuration = new Histogram({
  name: 'zing_socket_send_duration_seconds',
  help: 'From the arrival of a SEND_MESSAGE to its response, by the status of POST /api/messages',
  labelNames: ['status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
})

export const pushes = new Counter({
  name: 'zing_pushes_total',
  help: 'Pushes: published for other processes, local only, or lost because NATS was disconnected',
  labelNames: ['route'],
})

export const pushLag = new Histogram({
  name: 'zing_push_lag_seconds',
  help: 'Time from the push in one process to the delivery in another, by the clocks of both',
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
})

export const heldConversations = new Gauge({
  name: 'zing_held_conversations',
  help: 'Conversations whose first messages wait for a moderator',
})

export const heldOldest = new Gauge({
  name: 'zing_held_oldest_seconds',
  help: 'For how long the oldest held message has waited for a moderator; 0 without one',
})
