import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import { partnerOf } from './members.ts'
import { OPEN } from './open-conversation.ts'

/** A user learns the online state of this many matches. */
const PARTNERS_MAX = 1_000

/** Returns the other members of the users' open conversations, by user. */
export async function listPartners({ models }: Pick<Ctx, 'models'>, userIds: number[]): Promise<Map<number, number[]>> {
  const found = await models.raw.conversations
    .find({ members: { $in: userIds }, ...OPEN }, { projection: { members: 1 } })
    .limit(userIds.length * PARTNERS_MAX)
    .toArray()
  const partners = new Map(userIds.map((userId): [number, number[]] => [userId, []]))
  for (const conversation of found)
    for (const userId of conversation.members) {
      const list = partners.get(userId)
      if (list && list.length < PARTNERS_MAX) list.push(partnerOf(conversation, userId))
    }
  return partners
}

/** Returns the pairs with an open conversation. */
export async function openPairsOf(
  { models }: Pick<Ctx, 'models'>,
  pairs: (readonly [number, number])[],
): Promise<Set<string>> {
  const ids = [...new Set(pairs.map(([a, b]) => pairKey(a, b)))]
  const found = await models.raw.conversations
    .find({ _id: { $in: ids }, ...OPEN }, { projection: { _id: 1 }, batchSize: ids.length })
    .toArray()
  return new Set(found.map(({ _id }) => _id))
}
