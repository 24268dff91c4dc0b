import { pairKey } from '@zing/proto/pair-key'
import type { Ctx } from '../context.ts'
import type { Pair } from '../models/pair.ts'
import { EXACT_BELOW, type Profile } from '../models/profile.ts'
import { likesByUser } from './count-likes.ts'

/** The pairs between a viewer and these users, and the users' like counts. */
export interface PairsAndCounts {
  pairs: Map<number, Pair>
  counts: Map<number, number>
}

/** Reads pairs and like counts in one command. */
export async function readPairsAndCounts(
  { models }: Ctx,
  viewerId: number,
  profiles: Pick<Profile, '_id' | 'likeCount'>[],
): Promise<PairsAndCounts> {
  const known: PairsAndCounts = { pairs: new Map(), counts: new Map() }
  if (profiles.length === 0) return known
  const keys = new Map(profiles.map(({ _id }) => [pairKey(viewerId, _id), _id]))
  const counted = profiles.filter(({ likeCount }) => likeCount < EXACT_BELOW).map(({ _id }) => _id)
  const between = { _id: { $in: [...keys.keys()] } }
  const [found] = await models.Pair.aggregate<{ pairs: Pair[]; likes: { _id: number; count: number }[] }>([
    { $match: { $or: [between, { liked: { $in: counted } }] } },
    { $facet: { pairs: [{ $match: between }, { $project: { outbox: 0 } }], likes: likesByUser(counted) } },
  ])
  for (const { _id, likeCount } of profiles) known.counts.set(_id, likeCount >= EXACT_BELOW ? likeCount : 0)
  for (const { _id, count } of found?.likes ?? []) known.counts.set(_id, count)
  for (const pair of found?.pairs ?? []) {
    const otherId = keys.get(pair._id)
    if (otherId !== undefined) known.pairs.set(otherId, pair)
  }
  return known
}

/** The pairs of a viewer with these users, by the id of the other user. */
export async function readPairs(
  { models }: Ctx,
  viewerId: number,
  profiles: Pick<Profile, '_id'>[],
): Promise<Map<number, Pair>> {
  const ids = new Map(profiles.map(({ _id }) => [pairKey(viewerId, _id), _id]))
  const found = await models.Pair.find({ _id: { $in: [...ids.keys()] } }, { outbox: 0 }).lean()
  return new Map(found.map((pair) => [ids.get(pair._id) ?? 0, pair]))
}
