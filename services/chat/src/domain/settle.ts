import { isDuplicateKey } from '@zing/kit/errors'
import type { Log } from '@zing/kit/log'
import { CONVERSATION_FIELDS, type Conversation } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { withSeq } from './message-view.ts'

export interface Settler {
  /** Copies the pending messages of a conversation soon; asking again while it runs makes it look once more. */
  settle(conversationId: string): void
  stop(): Promise<void>
}

const SWEEP_MS = 1_000
const SWEEP_BATCH = 100

/**
 * Moves messages from `pending` to `messages`: inserts first, then removes what it inserted. Two of these at once, in one
 * process or in several, do no harm: the insert is idempotent by id, and both remove from the front.
 */
export function createSettler({ Conversation: Conversations, Message: Messages }: Models, log: Log): Settler {
  const running = new Map<string, { again: boolean; done: Promise<void> }>()
  const timer = setInterval(
    () => void sweep().catch((err: unknown) => log.warn({ err }, 'pending not swept')),
    SWEEP_MS,
  )

  function settle(id: string): void {
    const current = running.get(id)
    if (current) {
      current.again = true
      return
    }
    const job = { again: false, done: Promise.resolve() }
    running.set(id, job)
    job.done = work(id, job)
      .catch((err: unknown) => log.warn({ err }, 'messages not copied yet'))
      .finally(() => running.delete(id))
  }

  async function work(id: string, job: { again: boolean }): Promise<void> {
    do {
      job.again = false
      const conversation = await Conversations.findById(id, CONVERSATION_FIELDS).lean<Conversation>()
      if (conversation?.pending.length) await copy(conversation)
    } while (job.again)
  }

  async function copy(conversation: Conversation): Promise<void> {
    const { _id: conv, epoch } = conversation
    const documents = withSeq(conversation).map(({ id, key, ...message }) => ({
      _id: id,
      conv,
      ...message,
      ...(key && { key }),
      epoch,
    }))
    const ids = documents.map(({ _id }) => _id)
    await Messages.insertMany(documents, { ordered: false }).catch(async (error: unknown) => {
      // copied before is fine; anything else that stands in the way must not cost a message
      const copied = isDuplicateKey(error) ? await Messages.countDocuments({ _id: { $in: ids } }) : 0
      if (copied < ids.length) throw error
    })
    await Conversations.updateOne({ _id: conv }, { $pull: { pending: { id: { $in: ids } } } })
  }

  /** What a crash, or a database that was away, left behind. */
  async function sweep(): Promise<void> {
    const left = await Conversations.find(
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
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
