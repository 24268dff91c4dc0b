export interface Bucket {
  used: { id: string }[]
  refillAt: Date
}

/** Refills one attempt per period, oldest first; null if none is due. A clock jump delays it by at most one period. */
export function refillAttempts({ used, refillAt }: Bucket, at: Date, periodMs: number): Bucket | null {
  const waitMs = refillAt.getTime() - at.getTime()
  if (used.length === 0 || waitMs > periodMs) return { used, refillAt: addMs(at, periodMs) }
  if (waitMs > 0) return null
  const periods = 1 + Math.floor(-waitMs / periodMs)
  return { used: used.slice(periods), refillAt: addMs(refillAt, periods * periodMs) }
}

function addMs(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}
