/** The attempts that are burnt, oldest first, and when the oldest comes back. */
export interface Bucket {
  burnt: { id: string }[]
  refillAt: Date
}

/**
 * What time has given back by now: one attempt per period, the oldest first. Null: nothing has changed. The clock may
 * jump: nobody ever waits longer than one period for the next attempt.
 */
export function refillAttempts({ burnt, refillAt }: Bucket, at: Date, periodMs: number): Bucket | null {
  const waitMs = refillAt.getTime() - at.getTime()
  if (burnt.length === 0 || waitMs > periodMs) return { burnt, refillAt: later(at, periodMs) }
  if (waitMs > 0) return null
  const periods = 1 + Math.floor(-waitMs / periodMs)
  return { burnt: burnt.slice(periods), refillAt: later(refillAt, periods * periodMs) }
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms)
}
