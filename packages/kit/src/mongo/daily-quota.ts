import { messages } from '@zing/proto/http/errors'
import { LRUCache } from 'lru-cache'
import { type Connection, Schema } from 'mongoose'
import { AppError } from '../errors.ts'
import { isDuplicateKey } from './errors.ts'

/** What one user has received on one day. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "day:user", days since 1970 in UTC
    ids: { type: [Number], required: true },
    expiresAt: { type: Date, required: true },
  },
  { versionKey: false },
)
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 })

type DailyUsage = ReturnType<typeof dailyUsageModel>
export function dailyUsageModel(db: Connection) {
  return db.model('DailyUsage', schema, 'daily_usage')
}

/** Erases what a user has received today, and that others have received something of this user. */
export async function eraseUsage(usages: DailyUsage, userId: number, now = Date.now()): Promise<void> {
  const today = Math.floor(now / DAY_MS)
  const days = [today - 1, today, today + 1] // clocks differ, and a day lasts until its documents have expired
  await usages.deleteMany({ _id: { $in: days.map((day) => `${day}:${userId}`) } })
  await usages.updateMany({ ids: userId }, { $pull: { ids: userId } })
}

export interface DailyQuota {
  /** Counts the ids that the user has not received today. Throws a 429 until the next day (UTC) if there are too many. */
  use(userId: number, ids: number[]): Promise<void>
}

export const unlimited: DailyQuota = { use: async () => {} }

const DAY_MS = 24 * 60 * 60 * 1_000
const CACHED_IDS_MAX = 200_000 // of all users; about 10 MB
const IDS_PER_USER = 10 // what an entry takes besides its ids
const MAX_ATTEMPTS = 3

/**
 * Limits how many distinct ids a user receives per day, over all processes: the ids are in the database, and those that
 * this process knows of cost no command.
 */
export function createDailyQuota(usages: DailyUsage, max: number, now: () => number = Date.now): DailyQuota {
  const cache = new LRUCache<string, Set<number>>({
    maxSize: CACHED_IDS_MAX,
    sizeCalculation: ({ size }) => size + IDS_PER_USER,
  })

  function remember(key: string, ids: number[]): Set<number> {
    const known = new Set([...(cache.get(key) ?? []), ...ids])
    cache.set(key, known)
    return known
  }

  /** False if the ids may not fit: the filter does not match a full list, and a second list cannot be inserted. */
  async function add(key: string, ids: number[], expiresAt: Date): Promise<boolean> {
    if (ids.length > max) return false
    const fits = { _id: key, [`ids.${max - ids.length}`]: { $exists: false } }
    const added = { $addToSet: { ids: { $each: ids } }, $setOnInsert: { expiresAt } }
    try {
      await usages.updateOne(fits, added, { upsert: true })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  return {
    async use(userId, ids) {
      const day = Math.floor(now() / DAY_MS)
      const endOfDay = (day + 1) * DAY_MS
      const key = `${day}:${userId}`
      let known = cache.get(key) ?? new Set()

      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const added = [...new Set(ids)].filter((id) => !known.has(id))
        if (added.length === 0) return
        const isExact = attempt > 0 || known.size >= max // otherwise another process may have counted some of them
        if (isExact && known.size + added.length > max) throw exceeded(endOfDay - now())
        if (await add(key, added, new Date(endOfDay))) return void remember(key, added)
        const stored = await usages.findById(key).lean()
        known = remember(key, stored?.ids ?? [])
      }
      throw new AppError(503, messages.busy)
    },
  }
}

function exceeded(retryAfterMs: number): AppError {
  return new AppError(429, messages.tooManyRequests, { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) })
}
