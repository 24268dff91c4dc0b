import { type AppError, type ErrorFactory, errors } from '@zing/proto/errors'
import { LRUCache } from 'lru-cache'
import { type Connection, Schema } from 'mongoose'
import { rateLimited } from '../observability/metrics.ts'
import { isDuplicateKey } from './errors.ts'

/** Ids that one user has received, or acted on, on one day. */
const schema = new Schema(
  {
    _id: { type: String, required: true }, // "day:user" or "day:user:name", days since 1970 in UTC
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

/** Erases a user's counts of today in the quotas with these names, and the user's id in all other counts. */
export async function eraseUsage(usages: DailyUsage, userId: number, names = [UNNAMED]): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS)
  const days = [today - 1, today, today + 1] // clocks differ, and documents of a day outlive it
  const ids = days.flatMap((day) => names.map((name) => usageId(day, userId, name)))
  await usages.deleteMany({ _id: { $in: ids } })
  await usages.updateMany({ ids: userId }, { $pull: { ids: userId } })
}

export interface DailyQuota {
  /**
   * Counts the ids that are new for the user today. Throws a 429 until the next day (UTC) if they do not fit. `limit` is for
   * a user with a lower limit.
   */
  use(userId: number, ids: number[], limit?: number): Promise<void>
}

export const unlimited: DailyQuota = { use: async () => {} }

export interface QuotaOptions {
  /** Separates the counts of several quotas in one database. */
  name?: string
  /** The error for a user who has used up the quota. */
  refusal?: ErrorFactory
  now?: () => number
}

/** The name of a quota without a name of its own. */
export const UNNAMED = ''
const DAY_MS = 24 * 60 * 60 * 1_000
const CACHED_IDS_MAX = 200_000 // for all users; about 10 MB
const IDS_PER_USER = 10 // an entry costs this much besides its ids
const MAX_ATTEMPTS = 3

/**
 * Limits how many distinct ids a user receives, or acts on, per day, over all processes. The ids are in the database; an id
 * that this process has cached costs no command.
 */
export function createDailyQuota(
  usages: DailyUsage,
  max: number,
  { name = UNNAMED, refusal = errors.tooManyRequests, now = () => Date.now() }: QuotaOptions = {},
): DailyQuota {
  const cache = new LRUCache<string, Set<number>>({
    maxSize: CACHED_IDS_MAX,
    sizeCalculation: ({ size }) => size + IDS_PER_USER,
  })

  function remember(key: string, ids: number[]): Set<number> {
    const known = new Set([...(cache.get(key) ?? []), ...ids])
    cache.set(key, known)
    return known
  }

  /** Returns false if the ids may not fit. The filter does not match a full list, and a second list cannot be inserted. */
  async function add(key: string, ids: number[], limit: number, expiresAt: Date): Promise<boolean> {
    if (ids.length > limit) return false
    const fits = { _id: key, [`ids.${limit - ids.length}`]: { $exists: false } }
    const added = { $addToSet: { ids: { $each: ids } }, $setOnInsert: { expiresAt } }
    try {
      await usages.updateOne(fits, added, { upsert: true })
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  function exceeded(retryAfterMs: number): AppError {
    if (name !== UNNAMED) rateLimited.inc({ rule: name })
    return refusal({ retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) })
  }

  return {
    async use(userId, ids, limit = max) {
      const day = Math.floor(now() / DAY_MS)
      const endOfDay = (day + 1) * DAY_MS
      const key = usageId(day, userId, name)
      let known = cache.get(key) ?? new Set()

      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const added = [...new Set(ids)].filter((id) => !known.has(id))
        if (added.length === 0) return
        const isExact = attempt > 0 || known.size >= max // otherwise another process may have counted some of these ids
        if (isExact && known.size + added.length > limit) throw exceeded(endOfDay - now())
        if (await add(key, added, limit, new Date(endOfDay))) return void remember(key, added)
        const stored = await usages.findById(key).lean()
        known = remember(key, stored?.ids ?? [])
      }
      throw errors.busy()
    },
  }
}

function usageId(day: number, userId: number, name: string): string {
  return name === UNNAMED ? `${day}:${userId}` : `${day}:${userId}:${name}`
}
