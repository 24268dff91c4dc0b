/** Creates a token bucket of size `burst` that refills at `perSecond`; `take()` returns false when it is empty. */
export function createTokenBucket(perSecond: number, burst: number, now: () => number = () => performance.now()) {
  let tokens = burst
  let refilledAt = now()
  return {
    take(): boolean {
      const at = now()
      tokens = Math.min(burst, tokens + ((at - refilledAt) / 1_000) * perSecond)
      refilledAt = at
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
