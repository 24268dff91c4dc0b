import type { Broadcast, BroadcastOf } from '@zing/proto/nats/broadcasts'
import { ErrorCode, NatsError } from 'nats'
import { decode, encode, type Nats } from './connection.ts'

/** Publishes to every subscribed process; lost while NATS is disconnected. */
export function broadcast<B extends Broadcast>(nats: Nats, contract: B, payload: BroadcastOf<B>): void {
  publishTo(nats, contract.subject, payload)
}

/**
 * Subscribes this process to a broadcast. Malformed messages are logged and dropped. `onFailure` is called when NATS refuses
 * the subscription, for example with permissions of an earlier version.
 */
export function subscribe<B extends Broadcast>(
  nats: Nats,
  contract: B,
  handle: (payload: BroadcastOf<B>) => void,
  onFailure: () => void = () => {},
): void {
  const receive = (payload: unknown) => {
    const parsed = contract.payload.safeParse(payload)
    if (parsed.success)
      handle(parsed.data as BroadcastOf<B>) // parsed by the schema from which the type is derived
    else nats.log.warn({ subject: contract.subject }, 'malformed broadcast')
  }
  subscribeTo(nats, contract.subject, receive, onFailure)
}

/**
 * Publishes over core NATS, at most once. Returns false while NATS is disconnected: the message is lost, since no queue may
 * grow.
 */
export function publishTo(nats: Nats, subject: string, payload: unknown): boolean {
  const nc = nats.up()
  try {
    nc?.publish(subject, encode(payload))
  } catch (error) {
    if (error instanceof NatsError && error.code === ErrorCode.ConnectionDraining) return false // the process stops
    throw error
  }
  return nc !== null
}

/** Subscribes as soon as NATS is connected. Returns a function that unsubscribes. */
export function subscribeTo(
  nats: Nats,
  subject: string,
  handle: (payload: unknown) => void,
  onFailure: () => void = () => {},
): () => void {
  let unsubscribe: (() => void) | null = null
  let isUnsubscribed = false
  void nats.connection
    .then((nc) => {
      if (isUnsubscribed) return
      const subscription = nc.subscribe(subject, {
        callback: (err, message) => {
          if (err) {
            nats.log.warn({ err, subject }, 'subscription failed')
            return onFailure()
          }
          try {
            handle(decode(message.data))
          } catch (err) {
            nats.log.warn({ err, subject }, 'message dropped') // an error would stop the whole connection silently
          }
        },
      })
      unsubscribe = () => subscription.unsubscribe()
    })
    .catch(() => {}) // connectNats logs it and ends the process
  return () => {
    isUnsubscribed = true
    unsubscribe?.()
  }
}
