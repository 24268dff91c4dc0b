import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Log } from '@zing/kit/observability/logger'
import { repeat } from '@zing/kit/repeat'
import type { PendingFlusher } from '../context.ts'
import { PENDING_FIELDS, type WithPending } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { flushPending } from './flush-pending.ts'

const LINGER_MS = 50
const SWEEP_MS = 1_000
const IDLE_SWEEP_MS = 5_000 // readers merge `pending`, so nothing is missing until then
const BATCH = 100
const MAX_WAITING = 1_000 // beyond it, conversations are left to the sweep

/**
 * Moves messages from `pending` to `messages` soon after they were sent, sweeps up those of which this process knows that
 * they are left a second later, and those that other processes have left every IDLE_SWEEP_MS.
 */
export function createPendingFlusher(models: Models, log: Log): PendingFlusher {
  const waiting = new Map<string, WithPending>()
  let nextRun: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  const sweeps = repeat(sweep, {
    everyMs: SWEEP_MS,
    idleMs: IDLE_SWEEP_MS,
    onFailure: (err) => log.warn({ err }, 'pending sweep failed'),
  })

  function schedule(conversation: WithPending): void {
    const scheduled = waiting.get(conversation._id)
    if (scheduled && scheduled.seq > conversation.seq) return
    if (!scheduled && waiting.size >= MAX_WAITING) return sweeps.soon()
    waiting.set(conversation._id, conversation)
    nextRun ??= setTimeout(run, LINGER_MS)
  }

  function run(): void {
    running = flush(takeBatch()).then(() => {
      nextRun = waiting.size > 0 ? setTimeout(run, LINGER_MS) : null
    })
  }

  function takeBatch(): WithPending[] {
    const batch = [...waiting.values()].slice(0, BATCH)
    for (const { _id } of batch) waiting.delete(_id)
    return batch
  }

  async function flush(batch: WithPending[]): Promise<void> {
    try {
      await flushPending(models, batch)
    } catch (err) {
      log.warn({ err }, 'flush failed')
      sweeps.soon()
      if (batch.length === 1 || isDatabaseUnavailable(err)) return
      for (const one of batch) await flush([one]) // one failing conversation must not block the others
    }
  }

  /** Retries conversations whose flush failed or was lost in a crash; younger entries are still in flight. */
  async function sweep(): Promise<boolean> {
    const stale = await models.Conversation.find(
      { 'pending.0': { $exists: true }, 'pending.createdAt': { $lt: new Date(Date.now() - SWEEP_MS) } },
      PENDING_FIELDS,
    )
      .limit(BATCH)
      .lean<WithPending[]>()
    for (const conversation of stale) schedule(conversation)
    return stale.length > 0
  }

  return {
    schedule,
    async stop() {
      await sweeps.stop()
      await running
      if (nextRun) clearTimeout(nextRun)
      while (waiting.size > 0) await flush(takeBatch())
    },
  }
}
