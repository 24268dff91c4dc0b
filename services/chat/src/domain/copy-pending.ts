import { isDuplicateKey } from '@zing/kit/errors'
import type { Conversation } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { withSeq } from './message-view.ts'

interface Copy {
  _id: number
  key?: string
}

/**
 * Inserts pending messages into `messages`, then removes from `pending` what it inserted. Two of these at once, in one
 * process or in several, do no harm: the insert is idempotent by id, and what is removed is always the front.
 */
export async function copyPending(
  { Conversation: Conversations, Message: Messages }: Models,
  conversation: Conversation,
): Promise<void> {
  const { _id: conv, epoch } = conversation
  const copies = withSeq(conversation).map(({ id, key, ...message }) => ({
    _id: id,
    conv,
    ...message,
    ...(key && { key }),
    epoch,
  }))
  const ids = copies.map(({ _id }) => _id)

  await insert(Messages, copies)
  const { matchedCount } = await Conversations.updateOne({ _id: conv }, { $pull: { pending: { id: { $in: ids } } } })
  if (matchedCount === 0) await Messages.deleteMany({ _id: { $in: ids } }) // a reset took the conversation meanwhile
}

/** Returns only when every one of them is stored: a message that is not must stay pending. */
async function insert(Messages: Models['Message'], copies: Copy[]): Promise<void> {
  try {
    await Messages.insertMany(copies, { ordered: false, throwOnValidationError: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const missing = await without(Messages, copies)
    // A request that slept through more than RECENT_KEYS messages could send a key again. The conversation has counted
    // that message, so it stays, and the first one keeps the key.
    if (missing.length > 0) await Messages.insertMany(missing.map(({ key: _taken, ...message }) => message))
  }
}

/** Those that another copier has not stored already. */
async function without(Messages: Models['Message'], copies: Copy[]): Promise<Copy[]> {
  const stored = await Messages.find({ _id: { $in: copies.map(({ _id }) => _id) } }, { _id: 1 }).lean()
  const ids = new Set(stored.map(({ _id }) => _id))
  return copies.filter(({ _id }) => !ids.has(_id))
}
