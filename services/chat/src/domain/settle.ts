import type { Log } from '@zing/kit/log'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { copyPending } from './copy-pending.ts'

export interface Settler {
  /** Copies the pending messages of a conversation soon; asking again while it runs makes it look once more. */
  settle(conversationId: string): void
  stop(): Promise<void>
}

const SWEEP_MS = 1_000
const SWEEP_BATCH = 100
/** Fewer than the pool has connections, so that copying never makes a sender wait for one. */
const AT_ONCE = 4

/** Has messages moved from `pending` to `messages`: soon after they were sent, and every second what was left behind. */
export function createSettler(models: Models, log: Log): Settler {
  const waiting = new Set<string>()
  const busy = new Map<string, Promise<void>>()
  const timer = setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'pending not swept')),
    SWEEP_MS,
  )

  function settle(id: string): void {
    waiting.add(id)
    startNext()
  }

  function startNext(): void {
    for (const id of waiting) {
      if (busy.size >= AT_ONCE) return
      if (busy.has(id)) continue // looked at once more when that has ended
      waiting.delete(id)
      busy.set(id, work(id))
    }
  }

  async function work(id: string): Promise<void> {
    try {
      const conversation = await models.Conversation.findById(id, CONVERSATION_FIELDS).lean<Conversation>()
      if (conversation?.pending.length) await copyPending(models, conversation)
    } catch (err) {
      log.warn({ err }, 'messages not copied yet')
    }
    busy.delete(id)
    startNext()
  }

  /** What a crash, or a database that was away, left behind. */
  async function sweep(): Promise<void> {
    const left = await models.Conversation.find(
      { 'pending.0': { $exists: true }, 'pending.createdAt': { $gt: new Date(0) } },
      { _id: 1 },
    )
      .limit(SWEEP_BATCH)
      .lean()
    for (const { _id } of left) settle(_id)
  }

  return {
    settle,
    async stop() {
      clearInterval(timer)
      while (busy.size > 0) await Promise.all(busy.values())
    },
  }
}
