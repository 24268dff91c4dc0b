import { hasFailedInPart } from '@zing/kit/mongo/errors'
import type { Commit, Committed, Ctx } from '../context.ts'
import { PENDING_FIELDS, type WithPending } from '../models/conversation.ts'
import type { StoredMessage } from '../models/message.ts'

type Source = Pick<Ctx, 'models' | 'log'>

/** Two writes are on their way at most, and commits that come meanwhile share the next one; a slow write holds up no others. */
export const COMMITS = { maxConcurrent: 2, size: 64, slowMs: 50 }

/**
 * Commits messages of several conversations by one write and one read. Returns null for each commit that has changed nothing.
 * At saturation, a command of its own for each commit cost chat a fifth of its processor time (decision 0084).
 */
export async function commitTogether(source: Source, commits: Commit[]): Promise<(Committed | null)[]> {
  const [only] = commits
  if (only && commits.length === 1) return [await commitAlone(source, only)]
  await writeAll(source, commits)
  const conversations = await readConversations(source, commits)
  const firstSeqs = new Map(
    commits.map(({ filter, firstId }) => [firstId, pendingSeqOf(firstId, conversations.get(filter._id))]),
  )
  const missing = [...firstSeqs].flatMap(([id, seq]) => (seq === undefined ? id : []))
  for (const { _id, seq } of await readFlushed(source, missing)) firstSeqs.set(_id, seq)
  return commits.map(({ filter, firstId }) => committed(conversations.get(filter._id), firstSeqs.get(firstId)))
}

async function commitAlone({ models }: Source, { filter, update, firstId }: Commit): Promise<Committed | null> {
  const options = { returnDocument: 'after', projection: PENDING_FIELDS } as const
  const conversation = await models.raw.conversations.findOneAndUpdate(filter, update, options)
  return conversation && committed(conversation, pendingSeqOf(firstId, conversation))
}

function committed(conversation: WithPending | undefined, firstSeq: number | undefined): Committed | null {
  return conversation && firstSeq !== undefined ? { ...conversation, firstSeq } : null
}

/** The writes are independent of each other: the error of one leaves the others, and the read says which they are. */
async function writeAll({ models, log }: Source, commits: Commit[]): Promise<void> {
  try {
    await models.raw.conversations.bulkWrite(
      commits.map(({ filter, update }) => ({ updateOne: { filter, update } })),
      { ordered: false },
    )
  } catch (err) {
    if (!hasFailedInPart(err)) throw err
    log.error({ err, commits: commits.length }, 'messages not committed')
  }
}

async function readConversations({ models }: Source, commits: Commit[]): Promise<Map<string, WithPending>> {
  const found = await models.raw.conversations
    .find<WithPending>({ _id: { $in: commits.map(({ filter }) => filter._id) } }, { projection: PENDING_FIELDS })
    .toArray()
  return new Map(found.map((conversation) => [conversation._id, conversation]))
}

/** Numbers a pending message as `withSeq` does. */
function pendingSeqOf(id: number, conversation: WithPending | undefined): number | undefined {
  if (!conversation) return undefined
  const { seq, pending } = conversation
  const index = pending.findLastIndex((message) => message.id === id)
  return index === -1 ? undefined : seq - pending.length + 1 + index
}

/** Finds the messages that another process has flushed between the write and the read; those of a rejected commit are nowhere. */
async function readFlushed({ models }: Source, ids: number[]): Promise<Pick<StoredMessage, '_id' | 'seq'>[]> {
  if (ids.length === 0) return []
  return models.raw.messages.find({ _id: { $in: ids } }, { projection: { seq: 1 } }).toArray()
}
