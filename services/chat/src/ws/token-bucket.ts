/** A bucket of `burst` tokens that refills at `perSecond`. `take()` is false when it is empty. */
export function createTokenBucket(perSecond: number, burst: number, now: () => number = () => performance.now()) {
  let tokens = burst
  let filledAt = now()
  return {
    take(): boolean {
      const at = now()
      tokens = Math.min(burst, tokens + ((at - filledAt) / 1_000) * perSecond)
      filledAt = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
