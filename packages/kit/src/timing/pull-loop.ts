import { setTimeout as pause } from 'node:timers/promises'
import type { Consumer, ConsumerMessages, JsMsg, NatsConnection } from 'nats'
import type { Nats } from '../nats/connection.ts'
import { closeWhenDeleted, type DurableName, hasConsumer } from '../nats/streams/durable-consumer.ts'

const FETCH_MS = 30_000
/** After two missed heartbeats the client fetches again; the consumer may have been deleted. */
export const HEARTBEAT_MS = 5_000

export interface PullOptions {
  name: DurableName
  /** Names the consumer in logs. */
  label: string
  /** Opens the consumer; creates it, and its stream, if they are missing. */
  open(nc: NatsConnection): Promise<Consumer>
  accept(message: JsMsg): void
  /** Number of messages that the process can take. It requests more when half of `maxHeld` is free. */
  room(): number
  maxHeld: number
  heartbeatMs: number
  /** Delay before the next attempt to open the consumer. */
  delayMs(attempt: number): number
  /** Called when the consumer was deleted, with messages that may not have been handled. */
  onDeleted?(): void
  /** Ends the loop. */
  signal: AbortSignal
}

export interface PullLoop {
  /** Call it when there may be more room, and after `signal`. */
  wake(): void
  /** Ends the request in flight, after `signal`. No message is accepted after that. */
  close(): Promise<void>
}

/**
 * Takes as many messages from a durable pull consumer as there is room for. A process with slow handlers takes few. Opens the
 * consumer again after an interruption or a deletion. Events and work items share it.
 */
export function pullMessages(nats: Nats, options: PullOptions): PullLoop {
  const { name, label, signal, maxHeld, heartbeatMs } = options
  let wake = () => {}
  let batch: ConsumerMessages | null = null

  async function loop(): Promise<void> {
    const nc = await nats.connection
    let hasConsumed = false
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        if (hasConsumed && !(await hasConsumer(nc, name))) {
          nats.log.warn({ durable: name.durable }, `${label} was deleted and is created again`)
          options.onDeleted?.()
        }
        const consumer = await options.open(nc)
        hasConsumed = true
        while (!signal.aborted) {
          await acceptBatch(nc, consumer)
          attempt = 0
        }
      } catch (err) {
        if (!signal.aborted) nats.log.warn({ err, durable: name.durable }, `${label} interrupted`)
      }
      await pause(options.delayMs(attempt), undefined, { signal }).catch(() => {}) // the loop stops
    }
  }

  async function acceptBatch(nc: NatsConnection, consumer: Consumer): Promise<void> {
    while (options.room() < maxHeld / 2 && !signal.aborted) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    if (signal.aborted) return
    const limits = { max_messages: options.room(), expires: FETCH_MS, idle_heartbeat: heartbeatMs, bind: true }
    batch = await consumer.fetch(limits)
    if (signal.aborted) void batch.close()
    const closedEarly = closeWhenDeleted(batch, nc, name)
    for await (const message of batch) options.accept(message)
    if (await closedEarly) throw new Error(`the ${label} was deleted`)
  }

  void loop().catch((err: unknown) => nats.log.error({ err, durable: name.durable }, `${label} stopped`))

  return {
    wake: () => wake(),
    async close() {
      wake()
      await batch?.close()
    },
  }
}
