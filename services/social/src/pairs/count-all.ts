import { setTimeout as pause } from 'node:timers/promises'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { CountAll, Totals } from '../context.ts'
import type { Models } from '../models/models.ts'

// shorter than the caller's RPC timeout
const WAIT_MS = 700

/** Counts matches and likes, one count at a time; a count that takes longer than WAIT_MS returns the previous totals. */
export function createCountAll({ Pair }: Models, epoch: Epoch): CountAll {
  let last: { epoch: number; totals: Totals } | null = null
  let running: { epoch: number; totals: Promise<Totals> } | null = null

  async function count(current: number): Promise<Totals> {
    const ofEpoch = { epoch: { $gte: current } }
    const [matches, liked] = await Promise.all([
      Pair.countDocuments({ ...ofEpoch, matchedAt: { $ne: null } }),
      Pair.countDocuments({ ...ofEpoch, liked: { $gt: 0 } }), // two likes in a match, otherwise one
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
    const previous = last?.epoch === current ? last.totals : null
    return previous ? Promise.race([running.totals, pause(WAIT_MS, previous, { ref: false })]) : running.totals
  }
}
