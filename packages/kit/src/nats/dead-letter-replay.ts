import { type EventConsumer, listDeadLettersOf, replayDeadLettersOf } from '@zing/proto/nats/rpc/dead-letters'
import type { Connection } from 'mongoose'
import { isDatabaseUnavailable } from '../mongo/errors.ts'
import { deadLettersOf } from './dead-letters.ts'
import type { ConsumerOptions } from './event-consumer.ts'
import type { EventHandler } from './event-handler.ts'
import { type RpcHandler, rpcHandler } from './rpc-server.ts'

const BATCH = 100

/**
 * Serves the list and the replay of a service's dead letters. A replay passes the oldest BATCH of them to their handlers,
 * which are idempotent, and deletes each success. A failed event keeps its new reason and moves to the end.
 */
export function deadLetterHandlers(service: EventConsumer, options: Omit<ConsumerOptions, 'service'>): RpcHandler[] {
  return [
    rpcHandler(listDeadLettersOf(service), () => list(options.db)),
    rpcHandler(replayDeadLettersOf(service), () => replay(options)),
  ]
}

async function list(db: Connection) {
  const letters = await deadLettersOf(db).find().sort({ at: 1 }).limit(BATCH).toArray()
  return {
    deadLetters: letters.map(({ subject, reason, at }) => ({ subject, reason, at: at.toISOString() })),
    total: await deadLettersOf(db).countDocuments(),
  }
}

async function replay({ db, handlers, epoch }: Omit<ConsumerOptions, 'service'>) {
  const bySubject = new Map(handlers.map((handler) => [handler.subject, handler]))
  const letters = await deadLettersOf(db).find().sort({ at: 1 }).limit(BATCH).toArray()
  let failed = 0
  for (const { _id, subject, text } of letters) {
    const reason = await failureOf(text, bySubject.get(subject), epoch.current())
    if (reason === null) await deadLettersOf(db).deleteOne({ _id })
    else await deadLettersOf(db).updateOne({ _id }, { $set: { reason, at: new Date() } })
    if (reason !== null) failed += 1
  }
  return { replayed: letters.length - failed, failed }
}

/** Returns null when the event was handled, or is of an older epoch, which the consumer drops too. */
async function failureOf(text: string, handler: EventHandler | undefined, epoch: number): Promise<string | null> {
  if (!handler) return 'no handler'
  const event = handler.schema.safeParse(parseJson(text))
  if (!event.success) return 'malformed'
  if (event.data.epoch < epoch) return null
  try {
    await handler.handle(event.data)
    return null
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return String(error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
