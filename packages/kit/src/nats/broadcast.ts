import type { Broadcast, BroadcastOf } from '@zing/proto/nats/broadcasts'
import { decode, encode, type Nats } from './connection.ts'

/** Tells every process that listens; lost while the broker is away. */
export function broadcast<C extends Broadcast>(nats: Nats, control: C, payload: BroadcastOf<C>): void {
  publishTo(nats, control.subject, payload)
}

/** Hears a control message in every process, whatever else it does. Malformed ones are logged and dropped. */
export function subscribe<C extends Broadcast>(nats: Nats, control: C, hear: (payload: BroadcastOf<C>) => void): void {
  subscribeTo(nats, control.subject, (payload) => {
    const parsed = control.payload.safeParse(payload)
    if (parsed.success)
      hear(parsed.data as BroadcastOf<C>) // the schema that the type is derived from has just parsed it
    else nats.log.warn({ subject: control.subject }, 'malformed control message')
  })
}

/** Core NATS, at most once: nothing is kept for later, so that no queue grows while the broker is away. */
export function publishTo(nats: Nats, subject: string, payload: unknown): void {
  nats.up()?.publish(subject, encode(payload))
}

/** Subscribes now, or as soon as the broker is there. Returns how to end it. */
export function subscribeTo(nats: Nats, subject: string, hear: (payload: unknown) => void): () => void {
  let end: (() => void) | null = null
  let isEnded = false
  void nats.connection
    .then((nc) => {
      if (isEnded) return
      const subscription = nc.subscribe(subject, {
        callback: (err, message) => {
          if (err) return nats.log.warn({ err, subject }, 'subscription failed')
          try {
            hear(decode(message.data))
          } catch (error) {
            // thrown further, it would end the reading of the whole connection, for good and unnoticed
            nats.log.warn({ err: error, subject }, 'message dropped')
          }
        },
      })
      end = () => subscription.unsubscribe()
    })
    .catch(() => {}) // never connected: connectNats has said so and ended the process
  return () => {
    isEnded = true
    end?.()
  }
}
