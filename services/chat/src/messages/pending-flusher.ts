import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Log } from '@zing/kit/observability/logger'
import { IDLE_SWEEP_MS, repeat } from '@zing/kit/timing/repeat'
import { pairKey } from '@zing/proto/pair-key'
import type { PendingFlusher } from '../context.ts'
import { partnerOf, sideOf } from '../conversations/members.ts'
import { PENDING_FIELDS, type WithPending } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { firstUnseen } from '../receipts/unseen-messages.ts'
import { PENDING_MAX } from './commit-messages.ts'
import { flushPending } from './flush-pending.ts'

/** Messages that follow each other in a conversation share a flush, which writes the whole conversation. */
const LINGER_MS = 300
/** So many pending messages of a conversation do not wait: they take room from the next ones. */
const FLUSH_AT = PENDING_MAX / 4
/** Devices confirm a message within some ms; one that is still open then is marked by its flush. Less than SWEEP_MS. */
const CONFIRM_MS = 500
const SWEEP_MS = 1_000
/**
 * A message that is newer than now by more is of a process with a wrong clock: its time does not tell whether it is in
 * flight.
 */
const CLOCK_AHEAD_MS = 5_000
const BATCH = 100
const MAX_WAITING = 1_000 // beyond it, conversations are left to the sweep

/** How a flush marks messages that no device has confirmed. */
export interface UnseenMarks {
  /** True if a process may have a socket of the user. */
  mayHaveSocket(userId: number): boolean
  onMark(): void
}

/**
 * Moves messages from `pending` to `messages` soon after they were sent, sweeps up those of which this process knows that
 * they are left a second later, and those that other processes have left every IDLE_SWEEP_MS. Nothing is missing until
 * then: readers merge `pending`. With `unseen`, a message to an open socket stays pending until it is confirmed,
 * CONFIRM_MS at most, and the flush marks what is not: a crash before it leaves the message pending, so that the process
 * that flushes it marks it (decision 0069).
 */
export function createPendingFlusher(models: Models, log: Log, unseen: UnseenMarks | null): PendingFlusher {
  const waiting = new Map<string, { conversation: WithPending; since: number }>()
  const flushing = new Map<string, WithPending>()
  let nextRun: NodeJS.Timeout | null = null
  let isUrgent = false
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  const sweeps = repeat(sweep, {
    everyMs: SWEEP_MS,
    idleMs: IDLE_SWEEP_MS,
    onFailure: (err) => log.warn({ err }, 'pending sweep failed'),
  })

  function schedule(conversation: WithPending): void {
    const scheduled = waiting.get(conversation._id)
    if (scheduled && scheduled.conversation.seq > conversation.seq) return
    if (!scheduled && waiting.size >= MAX_WAITING) return sweeps.soon()
    const delivered = scheduled
      ? higher(conversation.delivered, scheduled.conversation.delivered)
      : conversation.delivered
    const since = scheduled?.since ?? performance.now()
    waiting.set(conversation._id, { conversation: { ...conversation, delivered }, since })
    if (conversation.pending.length >= FLUSH_AT && !isUrgent) {
      isUrgent = true
      if (nextRun) clearTimeout(nextRun)
      nextRun = null
    }
    runLater()
  }

  function runLater(): void {
    if (!isRunning && waiting.size > 0) nextRun ??= setTimeout(run, isUrgent ? 0 : LINGER_MS)
  }

  function run(): void {
    nextRun = null
    isUrgent = false
    isRunning = true
    running = flushDue(performance.now()).then(() => {
      isRunning = false
      runLater()
    })
  }

  /** Flushes what is due; what was scheduled after `startedAt` waits for the next run. */
  async function flushDue(startedAt: number): Promise<void> {
    const take = () => takeBatch((entry) => entry.since <= startedAt && isDue(entry))
    for (let batch = take(); batch.length > 0; batch = take()) await flush(batch)
  }

  /** False while a message may still be confirmed by a socket. */
  function isDue({ conversation, since }: { conversation: WithPending; since: number }): boolean {
    const isCrowded = waiting.size > MAX_WAITING / 2 || conversation.pending.length >= FLUSH_AT
    if (!unseen || isCrowded || performance.now() - since >= CONFIRM_MS) return true
    const message = firstUnseen(conversation)
    return !message || !unseen.mayHaveSocket(partnerOf(conversation, message.senderId))
  }

  function takeBatch(isTaken: typeof isDue): WithPending[] {
    const batch = [...waiting.values()].filter(isTaken).slice(0, BATCH)
    for (const { conversation } of batch) waiting.delete(conversation._id)
    return batch.map(({ conversation }) => conversation)
  }

  async function flush(batch: WithPending[]): Promise<void> {
    if (batch.length === 0) return
    for (const conversation of batch) flushing.set(conversation._id, conversation)
    try {
      await flushPending(models, batch, unseenSince)
    } catch (err) {
      log.warn({ err, conversations: batch.length }, 'flush failed, will be retried')
      sweeps.soon()
      if (batch.length === 1 || isDatabaseUnavailable(err)) return
      for (const one of batch) await flush([one]) // one failing conversation must not block the others
    } finally {
      for (const { _id } of batch) flushing.delete(_id)
    }
  }

  function unseenSince(conversation: WithPending): Date | null {
    const message = unseen && firstUnseen(conversation)
    if (!message) return null
    unseen.onMark()
    return message.createdAt
  }

  /** Retries conversations whose flush failed or was lost in a crash; younger entries are still in flight. */
  async function sweep(): Promise<boolean> {
    const [before, after] = [new Date(Date.now() - SWEEP_MS), new Date(Date.now() + CLOCK_AHEAD_MS)]
    const isStale = [{ 'pending.createdAt': { $lt: before } }, { 'pending.createdAt': { $gt: after } }]
    const stale = await models.raw.conversations
      .find<WithPending>({ 'pending.0': { $exists: true }, $or: isStale }, { projection: PENDING_FIELDS, limit: BATCH })
      .toArray()
    for (const conversation of stale) schedule(conversation)
    return stale.length > 0
  }

  return {
    schedule,
    confirm({ senderId, receiverId, seq }) {
      const id = pairKey(senderId, receiverId)
      for (const conversation of [waiting.get(id)?.conversation, flushing.get(id)]) {
        if (!conversation) continue
        const side = sideOf(conversation, receiverId)
        const { delivered } = conversation
        conversation.delivered = { ...delivered, [side]: Math.max(delivered[side], seq) }
      }
    },
    async stop() {
      await sweeps.stop()
      await running
      if (nextRun) clearTimeout(nextRun)
      while (waiting.size > 0) await flush(takeBatch(() => true))
    },
  }
}

function higher(a: WithPending['delivered'], b: WithPending['delivered']): WithPending['delivered'] {
  return { lo: Math.max(a.lo, b.lo), hi: Math.max(a.hi, b.hi) }
}
