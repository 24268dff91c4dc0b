import { isDuplicateKey } from '@zing/kit/mongo/errors'
import type { WithPending } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'
import type { Models } from '../models/models.ts'
import { withSeq } from './message-view.ts'

type Raw = Models['raw']

/**
 * Inserts pending messages into `messages`, then removes them from `pending`. Concurrent flushes do no harm: the insert is
 * idempotent by id, and messages leave `pending` from its front only. The write of the removal stores the result of
 * `unseenSince`.
 */
export async function flushPending(
  models: Models,
  conversations: WithPending[],
  unseenSince: (conversation: WithPending) => Date | null = () => null,
): Promise<void> {
  await insert(models.raw, conversations.flatMap(storedFieldsOf))
  const { matchedCount } = await models.raw.conversations.bulkWrite(
    conversations.map((conversation) => {
      const { _id, epoch, pending } = conversation
      const unseenAt = unseenSince(conversation)
      const removal = { $pull: { pending: { id: { $in: pending.map(({ id }) => id) } } } }
      const update = { ...removal, ...(unseenAt && { $min: { unseenAt } }) }
      return { updateOne: { filter: { _id, epoch }, update } }
    }),
    { ordered: false },
  )
  if (matchedCount < conversations.length) await undo(models, conversations)
}

function storedFieldsOf(conversation: WithPending): StoredMessage[] {
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
    await Message.deleteMany({ conv: _id, _id: { $in: pending.map(({ id }) => id) } })
  }
}

/** Returns only when every message is stored, since the caller then removes them from `pending`. */
async function insert({ messages: collection }: Raw, messages: StoredMessage[]): Promise<void> {
  if (messages.length === 0) return
  try {
    await collection.insertMany(messages, { ordered: false })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // A request that slept through RECENT_KEYS messages can send a key again. Its message stays, since it has a seq; the
    // first message keeps the key.
    const missing = await withoutStored(collection, messages)
    const withoutKeys = missing.map(({ key: _taken, ...message }) => message)
    if (withoutKeys.length > 0) await collection.insertMany(withoutKeys, { ordered: false })
  }
}

/** Returns the messages that no concurrent flush has stored. */
async function withoutStored(collection: Raw['messages'], messages: StoredMessage[]): Promise<StoredMessage[]> {
  const filter = { conv: { $in: messages.map(({ conv }) => conv) }, _id: { $in: messages.map(({ _id }) => _id) } }
  const stored = await collection.find(filter, { projection: { _id: 1 } }).toArray()
  const ids = new Set(stored.map(({ _id }) => _id))
  return messages.filter(({ _id }) => !ids.has(_id))
}
