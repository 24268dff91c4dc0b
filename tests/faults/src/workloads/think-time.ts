import os from 'node:os'
import { type History, type HistoryRecord, recordsOf } from '../history.ts'
import type { Random } from '../random.ts'

/** Time between two records of the load. */
export const LOAD_EVERY_MS = 1_000
/**
 * With less idle processor time than this share users think longer; above the second share they think for less long.
 */
export const BUSY_BELOW = 0.03
const IDLE_ABOVE = 0.08
const LONGER = 1.1
/** Slow, because processors are idle during many faults, and work waits until their end. */
const SHORTER = 0.95
const FACTOR_MAX = 4

export type ThinkTime = ReturnType<typeof createThinkTime>

/**
 * The time between two operations of a user; sends keep their own rate. It grows while the processors are busy, because
 * an overloaded product refuses calls without a fault. `npm run load -- overload` tests that.
 */
export function createThinkTime(random: Random) {
  let factor = 1
  return {
    /** A time in ms between two bounds, or up to four times as long on a busy machine. */
    next: (bounds: readonly [least: number, most: number]) => Math.round(random.integer(...bounds) * factor),
    /** Adapts to the idle share of processor time. Returns the new factor. */
    adapt(idleShare: number): number {
      if (idleShare < BUSY_BELOW) factor = Math.min(factor * LONGER, FACTOR_MAX)
      if (idleShare > IDLE_ABOVE) factor = Math.max(factor * SHORTER, 1)
      return factor
    },
  }
}

/** Adapts the think time every second, and records it, until `ending`. */
export function adaptThinkTime(thinkTime: ThinkTime, history: History, ending: AbortSignal): void {
  let before = processorTimes()
  const timer = setInterval(() => {
    const now = processorTimes()
    const idleShare = (now.idleMs - before.idleMs) / (now.totalMs - before.totalMs)
    before = now
    history.add({ type: 'load', at: history.now(), idleShare, thinkFactor: thinkTime.adapt(idleShare) })
  }, LOAD_EVERY_MS)
  ending.addEventListener('abort', () => clearInterval(timer))
}

/** Average think time, divided by the think time on an idle machine. */
export function meanThinkFactor(records: HistoryRecord[]): number {
  const factors = recordsOf(records, 'load').map(({ thinkFactor }) => thinkFactor)
  return factors.reduce((sum, factor) => sum + factor, 0) / factors.length
}

function processorTimes(): { idleMs: number; totalMs: number } {
  const times = os.cpus().map((processor) => processor.times)
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return { idleMs: sum(times.map(({ idle }) => idle)), totalMs: sum(times.flatMap((time) => Object.values(time))) }
}
