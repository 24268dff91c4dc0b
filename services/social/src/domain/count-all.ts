import { setTimeout as pause } from 'node:timers/promises'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { CountAll, Totals } from '../context.ts'
import type { Models } from '../models/models.ts'

// Less than the asker waits.
const WAIT_MS = 700

/**
 * Totals for the admin panel: a like is one direction, a match one pair. Counting reads every pair, so there is never more
 * than one count at a time; where it takes long, the totals of the last one are the answer.
 */
export function createCountAll({ Pair }: Models, epoch: Epoch): CountAll {
  let last: { epoch: number; totals: Totals } | null = null
  let running: { epoch: number; totals: Promise<Totals> } | null = null

  async function count(current: number): Promise<Totals> {
    const ours = { epoch: { $gte: current } }
    const [matches, liked] = await Promise.all([
      Pair.countDocuments({ ...ours, matchedAt: { $ne: null } }),
      Pair.countDocuments({ ...ours, liked: { $gt: 0 } }), // in a match both do, everywhere else one does
    ])
    const totals = { matches, likes: liked + matches }
    last = { epoch: current, totals }
    return totals
  }

  return async function countAll() {
    const current = epoch.current()
    if (running?.epoch !== current) {
      const totals = count(current).finally(() => {
        if (running?.totals === totals) running = null
      })
      running = { epoch: current, totals }
    }
    const known = last?.epoch === current ? last.totals : null
    return known ? Promise.race([running.totals, pause(WAIT_MS, known, { ref: false })]) : running.totals
  }
}
