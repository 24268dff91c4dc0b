import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { WithPending } from '../models/conversation.ts'
import type { Models } from '../models/models.ts'
import { withSeq } from './message-view.ts'

interface StoredFields {
  _id: number
  key?: string
}

/** `lean`: the contract validated the messages when they were sent. */
const INSERT_OPTIONS = { ordered: false, lean: true } as const

/**
 * Inserts pending messages into `messages`, then removes the inserted ones from `pending`. Concurrent flushes do no harm:
 * the insert is idempotent by id, and messages leave `pending` from its front only.
 */
export async function flushPending(models: Models, conversations: WithPending[]): Promise<void> {
  await insert(models.Message, conversations.flatMap(storedFieldsOf))
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

function storedFieldsOf(conversation: WithPending): StoredFields[] {
  const { _id: conv, epoch } = conversation
  return withSeq(conversation).map(({ id, key, ...message }) => ({
    _id: id,
    conv,
    ...message,
    ...(key && { key }),
    epoch,
  }))
}

/** Deletes the inserted messages of conversations that a reset has deleted meanwhile. */
async function undo({ Conversation: Conversations, Message }: Models, conversations: WithPending[]): Promise<void> {
  for (const { _id, epoch, pending } of conversations) {
    if (await Conversations.exists({ _id, epoch })) continue
    await Message.deleteMany({ _id: { $in: pending.map(({ id }) => id) } })
  }
}

/** Returns only when every message is stored, since the caller then removes them from `pending`. */
async function insert(Messages: Models['Message'], messages: StoredFields[]): Promise<void> {
  try {
    await Messages.insertMany(messages, INSERT_OPTIONS)
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    const missing = await without(Messages, messages)
    // a request that was paused for more than RECENT_KEYS messages can send a key again: its message has a seq and stays,
    // and the first message keeps the key
    if (missing.length > 0)
      await Messages.insertMany(
        missing.map(({ key: _taken, ...message }) => message),
        INSERT_OPTIONS,
      )
  }
}

/** The messages that no concurrent flush has stored. */
async function without(Messages: Models['Message'], messages: StoredFields[]): Promise<StoredFields[]> {
  const stored = await Messages.find({ _id: { $in: messages.map(({ _id }) => _id) } }, { _id: 1 }).lean()
  const ids = new Set(stored.map(({ _id }) => _id))
  return messages.filter(({ _id }) => !ids.has(_id))
}
