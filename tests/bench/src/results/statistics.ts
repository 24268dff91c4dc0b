export interface Summary {
  count: number
  p50: number
  p95: number
  p99: number
  max: number
}

/** Percentile by nearest rank; `share` is from 0 to 1. NaN for no values. */
export function percentile(sorted: number[], share: number): number {
  const rank = Math.max(1, Math.ceil(share * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

export function summarize(values: number[]): Summary {
  const sorted = values.toSorted((a, b) => a - b)
  const of = (share: number) => percentile(sorted, share)
  return { count: sorted.length, p50: of(0.5), p95: of(0.95), p99: of(0.99), max: of(1) }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}
