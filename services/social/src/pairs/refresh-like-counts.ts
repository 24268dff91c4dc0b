import type { Log } from '@zing/kit/observability/logger'
import { pauseAfterMs } from '@zing/kit/timing/pace'
import type { LikeCounts } from '../context.ts'
import type { Models } from '../models/models.ts'
import { EXACT_BELOW } from '../models/profile.ts'

const INTERVAL_MS = 1_000
const MAX_ATTEMPTS = 5

/** Refreshes the stored counts of popular users in the background, at most once per second and user. */
export function createLikeCounts(models: Models, log: Log): LikeCounts {
  const changedAgain = new Map<number, boolean>() // one entry per refresh in progress or pausing
  const inFlight = new Set<Promise<void>>()
  let isStopped = false

  function refresh(userId: number): void {
    if (isStopped) return
    if (changedAgain.has(userId)) return void changedAgain.set(userId, true)
    changedAgain.set(userId, false)

    const startedAt = performance.now()
    const refreshed = storeCount(models, userId)
      .catch((err: unknown) => log.warn({ err, userId }, 'like count refresh failed'))
      .then(() => {
        inFlight.delete(refreshed)
        const pauseMs = Math.max(INTERVAL_MS, pauseAfterMs(performance.now() - startedAt))
        setTimeout(endPause, pauseMs, userId).unref()
      })
    inFlight.add(refreshed)
  }

  function endPause(userId: number): void {
    const hasChanged = changedAgain.get(userId)
    changedAgain.delete(userId)
    if (hasChanged) refresh(userId)
  }

  return {
    refresh,
    async stop() {
      isStopped = true
      await Promise.all(inFlight)
    },
  }
}

/** Compare-and-swap, so that a delayed count does not overwrite a newer count. */
async function storeCount(models: Models, userId: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = await models.Profile.findById(userId, { likeCount: 1, likeCountRev: 1 }).lean()
    if (!before) return
    const likeCount = await countOf(models, userId)
    if (likeCount < EXACT_BELOW && before.likeCount < EXACT_BELOW) return

    const unchanged = { _id: userId, likeCountRev: before.likeCountRev }
    const counted = { $set: { likeCount }, $inc: { likeCountRev: 1 } }
    const { matchedCount } = await models.Profile.updateOne(unchanged, counted)
    if (matchedCount === 1) return
  }
}

/** Up to EXACT_BELOW first, since few users have more. */
async function countOf({ Pair }: Models, userId: number): Promise<number> {
  const count = await Pair.countDocuments({ liked: userId }, { limit: EXACT_BELOW })
  return count < EXACT_BELOW ? count : Pair.countDocuments({ liked: userId })
}
