import { isDatabaseUnavailable } from '@zing/kit/mongo/errors'
import type { Log } from '@zing/kit/observability/logger'
import { IDLE_SWEEP_MS, repeat } from '@zing/kit/timing/repeat'
import { pairKey } from '@zing/proto/pair-key'
import type { PendingFlusher } from '../context.ts'
import { sideOf } from '../conversations/members.ts'
import { PENDING_FIELDS, type WithPending } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { firstUnseen } from '../receipts/unseen-messages.ts'
import type { Times } from '../times.ts'
import { flushPending } from './flush-pending.ts'
import { PENDING_MAX } from './repetition-rules.ts'

/**
 * Successive messages of a conversation share a flush. Devices have confirmed almost all of them by then. Twice this time is
 * less than SWEEP_MS.
 */
const LINGER_MS = 300
/** With this many pending messages a conversation does not wait, since they leave no room for the next ones. */
const FLUSH_AT = PENDING_MAX / 4
const SWEEP_MS = 1_000
/** A message whose time is further ahead is from a process with a wrong clock. It may not be in flight. */
const CLOCK_AHEAD_MS = 5_000
const BATCH = 100
const MAX_WAITING = 1_000 // further conversations are left to the sweep

interface Waiting {
  conversation: WithPending
  since: number
}

/**
 * Moves messages from `pending` to `messages` soon after they were sent. Known leftovers are swept a second later, leftovers
 * of other processes every IDLE_SWEEP_MS. Readers merge `pending`, so nothing is missing until then. With `onMark`, the flush
 * marks messages that no device has confirmed (decision 0069). A crash leaves them pending for another process to mark.
 */
export function createPendingFlusher(
  models: Models,
  log: Log,
  onMark: (() => void) | undefined,
  { sweepMs = SWEEP_MS, idleSweepMs = IDLE_SWEEP_MS }: Times = {},
): PendingFlusher {
  const waiting = new Map<string, Waiting>()
  const flushing = new Map<string, WithPending>()
  let nextRun: NodeJS.Timeout | null = null
  let isUrgent = false
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  const sweeps = repeat(sweep, {
    everyMs: sweepMs,
    idleMs: idleSweepMs,
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

  /** Flushes conversations that have waited for LINGER_MS, and full ones. Later ones wait for the next run. */
  async function flushDue(startedAt: number): Promise<void> {
    const isDue = ({ conversation, since }: Waiting) =>
      since <= startedAt - LINGER_MS || (since <= startedAt && conversation.pending.length >= FLUSH_AT)
    for (let batch = takeBatch(isDue); batch.length > 0; batch = takeBatch(isDue)) await flush(batch)
  }

  function takeBatch(isTaken: (entry: Waiting) => boolean): WithPending[] {
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
    const message = onMark && firstUnseen(conversation)
    if (!message) return null
    onMark()
    return message.createdAt
  }

  /** Retries conversations whose flush failed or was lost in a crash. Younger entries are still in flight. */
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
