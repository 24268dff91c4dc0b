import { isDuplicateKey } from '@zing/kit/errors'
import type { WithPending } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { withSeq } from './message-view.ts'

interface Copy {
  _id: number
  key?: string
}

/** The contract has checked them when they were sent. */
const AS_THEY_ARE = { ordered: false, lean: true } as const

/**
 * Inserts pending messages into `messages`, then removes from `pending` what it inserted. Two of these at once, in one
 * process or in several, do no harm: the insert is idempotent by id, and what is removed is always the front.
 */
export async function flushPending(models: Models, conversations: WithPending[]): Promise<void> {
  await insert(models.Message, conversations.flatMap(copiesOf))
  const { matchedCount } = await models.Conversation.bulkWrite(
    conversations.map(({ _id, epoch, pending }) => ({
      updateOne: {
        filter: { _id, epoch },
        update: { $pull: { pending: { id: { $in: pending.map(({ id }) => id) } } } },
      },
    })),
    { ordered: false },
  )
  if (matchedCount < conversations.length) await undo(models, conversations)
}

function copiesOf(conversation: WithPending): Copy[] {
  const { _id: conv, epoch } = conversation
  return withSeq(conversation).map(({ id, key, ...message }) => ({
    _id: id,
    conv,
    ...message,
    ...(key && { key }),
    epoch,
  }))
}

/** A reset took conversations meanwhile; those that are there again are of a later epoch. */
async function undo({ Conversation: Conversations, Message }: Models, conversations: WithPending[]): Promise<void> {
  for (const { _id, epoch, pending } of conversations) {
    if (await Conversations.exists({ _id, epoch })) continue
    await Message.deleteMany({ _id: { $in: pending.map(({ id }) => id) } })
  }
}

/** Returns only when every one of them is stored: a message that is not must stay pending. */
async function insert(Messages: Models['Message'], copies: Copy[]): Promise<void> {
  try {
    await Messages.insertMany(copies, AS_THEY_ARE)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const missing = await without(Messages, copies)
    // A request that slept through more than RECENT_KEYS messages could send a key again. The conversation has counted
    // that message, so it stays, and the first one keeps the key.
    if (missing.length > 0)
      await Messages.insertMany(
        missing.map(({ key: _taken, ...message }) => message),
        AS_THEY_ARE,
      )
  }
}

/** Those that another copier has not stored already. */
async function without(Messages: Models['Message'], copies: Copy[]): Promise<Copy[]> {
  const stored = await Messages.find({ _id: { $in: copies.map(({ _id }) => _id) } }, { _id: 1 }).lean()
  const ids = new Set(stored.map(({ _id }) => _id))
  return copies.filter(({ _id }) => !ids.has(_id))
}
