import type { Log } from '@zing/kit/observability/logger'
import type { LikeCounts } from '../context.ts'
import type { Models } from '../models/models.ts'
import { EXACT_BELOW } from '../models/profile.ts'

const EVERY_MS = 1_000

/** Keeps the stored counts of the popular: in the background, at once, and at most once a second per person. */
export function createLikeCounts(models: Models, log: Log): LikeCounts {
  const wantedAgain = new Map<number, boolean>() // has an entry for a second after each time it was stored
  const storing = new Set<Promise<void>>()
  let isStopped = false

  function refresh(userId: number): void {
    if (isStopped) return
    if (wantedAgain.has(userId)) return void wantedAgain.set(userId, true)
    wantedAgain.set(userId, false)

    const stored = storeCount(models, userId)
      .catch((err: unknown) => log.warn({ err, userId }, 'like count not stored'))
      .then(() => {
        storing.delete(stored)
        setTimeout(rested, EVERY_MS, userId).unref()
      })
    storing.add(stored)
  }

  function rested(userId: number): void {
    const isWanted = wantedAgain.get(userId)
    wantedAgain.delete(userId)
    if (isWanted) refresh(userId)
  }

  return {
    refresh,
    async stop() {
      isStopped = true
      await Promise.all(storing)
    },
  }
}

async function storeCount({ Pair, Profile }: Models, userId: number): Promise<void> {
  const count = await Pair.countDocuments({ liked: userId }, { limit: EXACT_BELOW })
  if (count < EXACT_BELOW) {
    await Profile.updateOne({ _id: userId, likeCount: { $gte: EXACT_BELOW } }, { $set: { likeCount: count } })
    return
  }
  const likeCount = await Pair.countDocuments({ liked: userId })
  await Profile.updateOne({ _id: userId }, { $set: { likeCount } })
}
