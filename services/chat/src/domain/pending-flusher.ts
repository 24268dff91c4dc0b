import { isDatabaseAway } from '@zing/kit/errors'
import type { Log } from '@zing/kit/observability/logger'
import type { PendingFlusher } from '../context.ts'
import { PENDING_FIELDS, type WithPending } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { flushPending } from './flush-pending.ts'

/** What is sent meanwhile is copied together: two commands for many messages, instead of two for each. */
const LINGER_MS = 50
const SWEEP_MS = 1_000
/** Conversations that are copied at once, and that the sweep takes. */
const BATCH = 100
/** What finds no room is left to the sweep. */
const MAX_WAITING = 1_000

/** Has messages moved from `pending` to `messages`: soon after they were sent, and every second what was left behind. */
export function createPendingFlusher(models: Models, log: Log): PendingFlusher {
  const waiting = new Map<string, WithPending>()
  let next: NodeJS.Timeout | null = null
  let working: Promise<void> = Promise.resolve()
  const sweeper = setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'pending not swept')),
    SWEEP_MS,
  )

  function schedule(conversation: WithPending): void {
    const known = waiting.get(conversation._id)
    if (known ? known.seq > conversation.seq : waiting.size >= MAX_WAITING) return
    waiting.set(conversation._id, conversation)
    next ??= setTimeout(run, LINGER_MS)
  }

  function run(): void {
    working = copy(take()).then(() => {
      next = waiting.size > 0 ? setTimeout(run, LINGER_MS) : null
    })
  }

  function take(): WithPending[] {
    const batch = [...waiting.values()].slice(0, BATCH)
    for (const { _id } of batch) waiting.delete(_id)
    return batch
  }

  async function copy(batch: WithPending[]): Promise<void> {
    try {
      await flushPending(models, batch)
    } catch (err) {
      log.warn({ err }, 'messages not copied yet')
      if (batch.length === 1 || isDatabaseAway(err)) return
      for (const one of batch) await copy([one]) // what is wrong with one must not stop the others
    }
  }

  /** What a crash, or a database that was away, left behind; of what is younger, somebody is just taking care. */
  async function sweep(): Promise<void> {
    const left = await models.Conversation.find(
      { 'pending.0': { $exists: true }, 'pending.createdAt': { $lt: new Date(Date.now() - SWEEP_MS) } },
      PENDING_FIELDS,
    )
      .limit(BATCH)
      .lean<WithPending[]>()
    for (const conversation of left) schedule(conversation)
  }

  return {
    schedule,
    async stop() {
      clearInterval(sweeper)
      await working
      if (next) clearTimeout(next)
      while (waiting.size > 0) await copy(take())
    },
  }
}
