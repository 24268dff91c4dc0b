import type { Log } from '@zing/kit/observability/logger'
import { restMs } from '@zing/kit/pace'
import type { LikeCounts } from '../context.ts'
import type { Models } from '../models/models.ts'
import { EXACT_BELOW } from '../models/profile.ts'

const INTERVAL_MS = 1_000

/** Refreshes the stored counts of popular users in the background, at most once per second and user. */
export function createLikeCounts(models: Models, log: Log): LikeCounts {
  const changedAgain = new Map<number, boolean>() // one entry per refresh in flight or in its pause
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
        const pauseMs = Math.max(INTERVAL_MS, restMs(performance.now() - startedAt))
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

async function storeCount({ Pair, Profile }: Models, userId: number): Promise<void> {
  const count = await Pair.countDocuments({ liked: userId }, { limit: EXACT_BELOW })
  if (count < EXACT_BELOW) {
    await Profile.updateOne({ _id: userId, likeCount: { $gte: EXACT_BELOW } }, { $set: { likeCount: count } })
    return
  }
  const likeCount = await Pair.countDocuments({ liked: userId })
  await Profile.updateOne({ _id: userId }, { $set: { likeCount } })
}
