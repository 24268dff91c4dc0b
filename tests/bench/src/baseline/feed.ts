import type { Express } from 'express'
import type mongoose from 'mongoose'

type Db = ReturnType<ReturnType<mongoose.Connection['getClient']>['db']>

interface Profile {
  _id: number
  name: string
  age: number
  gender: string
  orientation: string
  selfie: string | null
  createdAt: Date
}

interface Pair {
  _id: string
  members: number[]
  loLikedAt: Date | null
  hiLikedAt: Date | null
  matchedAt: Date | null
  blocked: boolean
  liked: number[]
}

/** Serves a feed page with the product's three queries, on the product's data. */
export function baselineFeed(app: Express, db: Db): void {
  const profiles = db.collection<Profile>('people')
  const pairs = db.collection<Pair>('pairs')

  app.get('/users', async (req, res) => {
    const [viewerId, limit] = [Number(req.query.viewer), Number(req.query.limit)]
    const after = req.query.at ? { at: new Date(Number(req.query.at)), id: Number(req.query.id) } : null
    const older = after && {
      createdAt: { $lte: after.at },
      $or: [{ createdAt: { $lt: after.at } }, { _id: { $lt: after.id } }],
    }
    const page = await profiles
      .find({ ...older, epoch: { $gte: 0 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray()
    const shown = page.filter(({ _id }) => _id !== viewerId).slice(0, limit)

    const ids = shown.map(({ _id }) => _id)
    const own = await pairs
      .find({ _id: { $in: ids.map((id) => pairId(viewerId, id)) } }, { projection: { outbox: 0 } })
      .toArray()
    const byId = new Map(own.map((pair) => [pair._id, pair]))
    const counted = await pairs
      .aggregate<{ _id: number; count: number }>([
        { $match: { liked: { $in: ids } } },
        { $unwind: '$liked' },
        { $match: { liked: { $in: ids } } },
        { $group: { _id: '$liked', count: { $sum: 1 } } },
      ])
      .toArray()
    const counts = new Map(counted.map(({ _id, count }) => [_id, count]))
    res.json(
      shown.map(({ _id: id, name, age, gender, orientation, selfie, createdAt }) => {
        const pair = byId.get(pairId(viewerId, id))
        const hasLiked = Boolean(pair && (viewerId < id ? pair.loLikedAt : pair.hiLikedAt))
        const likeCount = counts.get(id) ?? 0
        return {
          id,
          name,
          age,
          gender,
          orientation,
          selfie,
          createdAt,
          likeCount,
          hasLiked,
          isMatch: Boolean(pair?.matchedAt),
        }
      }),
    )
  })
}

function pairId(a: number, b: number): string {
  return a < b ? `${a}:${b}` : `${b}:${a}`
}
