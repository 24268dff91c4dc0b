import { createHash } from 'node:crypto'
import type { Versions } from '@zing/proto/frames/server'
import type { Ctx } from '../context.ts'
import { hiddenUpTo } from '../holds/hold.ts'
import type { Conversation } from '../models/conversation.ts'
import { OPEN } from './open-conversation.ts'

/** With more conversations than this for each user there are no versions. */
const CONVERSATIONS_MAX = 300
const FIELDS = {
  ...{ members: 1, matchRev: 1, matchedAt: 1, blockedBy: 1, epoch: 1 },
  ...{ seq: 1, received: 1, seen: 1, read: 1, delivered: 1, hold: 1, 'reacted.at': 1, reactionRev: 1 },
} as const
type Read = Pick<
  Conversation,
  | '_id'
  | 'members'
  | 'matchRev'
  | 'matchedAt'
  | 'blockedBy'
  | 'epoch'
  | 'seq'
  | 'received'
  | 'seen'
  | 'read'
  | 'delivered'
> &
  Partial<Pick<Conversation, 'hold' | 'reacted' | 'reactionRev'>>
type ChatVersions = Pick<Versions, 'matches' | 'messages'>

/** Returns versions of what each user sees of conversations. They change with everything that a list of them shows. */
export async function conversationVersions(
  { models }: Pick<Ctx, 'models'>,
  userIds: number[],
): Promise<ChatVersions[]> {
  const max = userIds.length * CONVERSATIONS_MAX
  const found = await models.raw.conversations
    .find({ members: { $in: userIds }, $or: [OPEN, { 'blockedBy.0': { $exists: true } }] }, { projection: FIELDS })
    .limit(max)
    .batchSize(max)
    .toArray()
  if (found.length === max) return userIds.map(() => ({}))
  const byUser = new Map(userIds.map((userId): [number, Read[]] => [userId, []]))
  for (const conversation of found) for (const userId of conversation.members) byUser.get(userId)?.push(conversation)
  return userIds.map((userId) => {
    const own = byUser.get(userId) ?? []
    return {
      matches: versionOf(own.map(matchPart)),
      messages: versionOf(own.map((conversation) => messagePart(conversation, userId))),
    }
  })
}

function matchPart({ _id, matchRev, matchedAt, blockedBy, epoch }: Read): unknown[] {
  return [_id, matchRev, Number(matchedAt ?? 0), ...blockedBy, epoch]
}

function messagePart(conversation: Read, viewerId: number): unknown[] {
  const { _id, seq, received, seen, read, delivered, hold, reacted, reactionRev } = conversation
  if (hiddenUpTo(conversation, viewerId) === Number.POSITIVE_INFINITY) return [_id] // its changes are hidden too
  const marks = [received, seen, read, delivered].flatMap(({ lo, hi }) => [lo, hi])
  return [_id, seq, ...marks, hold ? JSON.stringify(hold) : '', Number(reacted?.at ?? 0), reactionRev ?? 0]
}

function versionOf(parts: unknown[][]): string {
  const text = parts
    .map((part) => part.join())
    .sort()
    .join(';')
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
