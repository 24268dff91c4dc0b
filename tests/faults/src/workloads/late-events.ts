import { setTimeout as pause } from 'node:timers/promises'
import { natsServersOf } from '@zing/kit/nats/servers'
import { EVENTS_SUBJECTS } from '@zing/proto/nats/events'
import { connect, type NatsConnection } from 'nats'
import type { Run } from './call.ts'
import type { Workload } from './workload.ts'

/** One event in this many is delivered again. */
const AGAIN_ONE_IN = 3
const LATER_MS = [0, 5_000] as const
/** This share is repeated at once, so that two processes handle the event side by side. */
const AT_ONCE_SHARE = 0.3
const RETRY_MS = 500

/**
 * Repeats events late, out of order, and sometimes in the same instant. NATS promises neither order nor single
 * delivery, so handlers must be idempotent and compare `rev` (INV-2, INV-7). The workloads that cause the events check
 * the results.
 */
export async function startLateEvents(run: Run & { natsUrl: string }): Promise<Workload> {
  const connection = await connect({
    ...natsServersOf(run.natsUrl),
    noEcho: true, // repeated events are not repeated again
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
  })
  const pending = new Set<Promise<void>>()
  const subscription = connection.subscribe(EVENTS_SUBJECTS, {
    callback(error, { subject, data }) {
      if (error || run.ending.aborted || run.random.integer(1, AGAIN_ONE_IN) !== 1) return
      const later: Promise<void> = repeat(run, connection, { subject, data }).finally(() => pending.delete(later))
      pending.add(later)
    },
  })
  run.closing.addEventListener('abort', () => void connection.close())

  async function untilEnd(): Promise<void> {
    if (!run.ending.aborted) await new Promise((resolve) => run.ending.addEventListener('abort', resolve))
    subscription.unsubscribe()
    await Promise.all(pending)
  }
  return { done: untilEnd(), seen: [], check: async () => [] }
}

interface Delivered {
  subject: string
  data: Uint8Array
}

/** Omits the Nats-Msg-Id, by which the stream would drop the copy. */
async function repeat({ random }: Run, connection: NatsConnection, { subject, data }: Delivered): Promise<void> {
  if (random.next() >= AT_ONCE_SHARE) await pause(random.integer(...LATER_MS))
  if (connection.isClosed()) return
  for (let copies = random.integer(1, 2); copies > 0; copies--) connection.publish(subject, data)
}
