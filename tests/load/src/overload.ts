import { REFUSED_MS, STAGE_END_SECONDS, STAGE_SECONDS, STAGES, stageName } from '../shared/overload.ts'
import { METRICS } from '../shared/thresholds.ts'
import type { Refusals } from './observe-refusals.ts'
import type { MemoryPeak } from './run/memory.ts'
import type { Summary } from './summary.ts'

const MAX_SLOWER = 1.5
const SLOWER_MS = 20 // two runs of the same load may differ by this much

/** Returns the good responses per second of the best stage of the measurement. */
export function capacityOf({ rows }: Summary): number {
  const counts = STAGES.map((requestsInFlight) => {
    const metric = `${METRICS.goodput}{scenario:${stageName(requestsInFlight)}}`
    return rows.find((row) => row.metric === metric)?.statistics.count ?? 0
  })
  return Math.max(...counts) / (STAGE_SECONDS - STAGE_END_SECONDS)
}

/** Lists problems that k6 cannot detect: memory, missing or late refusals, and a slower load after the overload. */
export function problemsOf({ rows }: Summary, peaks: MemoryPeak[], refusals: Refusals): string[] {
  const p95Of = (phase: string) =>
    rows.find(({ metric }) => metric === `${METRICS.accepted}{scenario:${phase}}`)?.statistics['p(95)'] ?? Number.NaN
  const [before, after] = [p95Of('before'), p95Of('after')]
  const isAsBefore = after <= before * MAX_SLOWER + SLOWER_MS
  return [
    ...(isAsBefore
      ? []
      : [`The p95 was ${Math.round(before)} ms before the overload and is ${Math.round(after)} ms after it.`]),
    ...(refusals.count > 0 && refusals.p95 <= REFUSED_MS
      ? []
      : [`The p95 of ${refusals.count} refusals was ${Math.round(refusals.p95)} ms.`]),
    ...peaks
      .filter(({ peakMib, maxMib }) => peakMib > maxMib)
      .map(({ name, peakMib, maxMib }) => `${name} took ${peakMib} MiB of ${maxMib}.`),
  ]
}
