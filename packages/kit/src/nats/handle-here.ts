import type { Log } from '../observability/logger.ts'
import { inRequest, traceHeaders } from '../observability/trace-context.ts'
import type { Epoch } from './epoch.ts'
import type { EventHandler } from './event-handler.ts'
import { eventOf, type Publish } from './outbox.ts'

/** An older event may have ended its process. Only the consumer counts that. */
const FRESH_MS = 5_000

interface Here {
  handlers: EventHandler[]
  epoch: Pick<Epoch, 'current'>
  log: Log
}

/**
 * Handles events to which only their own service subscribes in the process that relays them. Neither the stream nor a
 * consumer gets a message. An event whose handler fails goes to the stream, where the service's consumer retries it.
 */
export function handleHere(publish: Publish, { handlers, epoch, log }: Here): Publish {
  const bySubject = new Map(handlers.map((handler) => [handler.subject, handler]))
  return async function handleOrPublish(entry) {
    const handler = bySubject.get(entry.subject)
    if (!handler || Date.now() - entry.at.getTime() > FRESH_MS) return publish(entry)
    try {
      if (entry.epoch < epoch.current()) return
      const carried = entry.trace ? traceHeaders(entry.trace) : {} // the relay may run for another request
      const handle = () => handler.handle(handler.schema.parse(eventOf(entry)))
      await inRequest((name) => carried[name], handle)
    } catch (err) {
      log.warn({ err, subject: entry.subject }, 'event failed, goes to the stream')
      await publish(entry)
    }
  }
}
