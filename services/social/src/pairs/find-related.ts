import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'

/** Returns the users among `otherIds` who are or were a match of the user, or have a block between them. */
export async function findRelated(ctx: Ctx, userId: number, otherIds: number[]): Promise<number[]> {
  const keys = otherIds.filter((id) => id !== userId).map((id) => pairKey(userId, id))
  const pairs = await ctx.models.Pair.find(
    { _id: { $in: keys }, ...ofCurrentEpoch(ctx) },
    { members: 1, matchedAt: 1, matchEndedAt: 1, blocked: 1 },
  ).lean()
  return pairs
    .filter(({ matchedAt, matchEndedAt, blocked }) => matchedAt || matchEndedAt || blocked)
    .flatMap(({ members }) => members.filter((id) => id !== userId))
}
