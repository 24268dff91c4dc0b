import { LRUCache } from 'lru-cache'

/** Requests at a time to a new host; a host that hangs never gets more. */
const FIRST_CONCURRENCY = 4
const MAX_CONCURRENCY = 48
/** After a response within this time the host gets more requests at a time. */
const FAST_MS = 1_000
/** Failures in a row after which a host counts as unavailable. */
const MAX_FAILURES = 3
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 5 * 60 * 1_000
/** A push whose host has no room now waits this much longer each time. Otherwise pushes that wait would be the load. */
const BUSY_MS = 500
const MAX_BUSY_MS = 30_000
const NEVER = Number.NEGATIVE_INFINITY
/** Users choose the hosts, so there may be any number of them. */
const MAX_HOSTS = 2_000

interface HostState {
  inFlight: number
  concurrency: number
  failures: number
  pausedAt: number
  pausedUntil: number
}

export interface HostLimits {
  /**
   * Returns 0 if a request may begin, and the caller must then call `end`. Otherwise returns the time in ms until the
   * next attempt. `attempt` is 1 for the first.
   */
  begin(host: string, attempt: number): number
  /** Callers call it once for each `begin`, with null if they sent nothing. */
  end(host: string, result: HostResult | null): void
}

export interface HostResult {
  /** False for a timeout, a network error and a server error. */
  isAvailable: boolean
  tookMs: number
  retryAfterMs?: number
}

/**
 * Bounds the requests to each host, so that a slow or unavailable host delays no other. A host begins with a few
 * requests at a time, and gets more while it responds fast. After three failures in a row it gets none for a while, and
 * then one. If this request fails too, the pause doubles.
 */
export function createHostLimits({
  now = () => performance.now(),
  random = Math.random,
  firstPauseMs = FIRST_PAUSE_MS,
}: {
  now?: () => number
  random?: () => number
  firstPauseMs?: number | undefined
} = {}): HostLimits {
  const hosts = new LRUCache<string, HostState>({ max: MAX_HOSTS })

  function stateOf(host: string): HostState {
    const known = hosts.get(host)
    if (known) return known
    const state = { inFlight: 0, concurrency: FIRST_CONCURRENCY, failures: 0, pausedAt: NEVER, pausedUntil: NEVER }
    hosts.set(host, state)
    return state
  }

  return {
    begin(host, attempt) {
      const state = stateOf(host)
      if (now() < state.pausedUntil) return jittered(state.pausedUntil - now())
      const isFailing = state.failures >= MAX_FAILURES
      if (state.inFlight >= (isFailing ? 1 : state.concurrency))
        return jittered(Math.min(MAX_BUSY_MS, attempt * BUSY_MS))
      state.inFlight += 1
      return 0
    },
    end(host, result) {
      const state = stateOf(host)
      state.inFlight = Math.max(0, state.inFlight - 1)
      if (!result) return
      const { isAvailable, tookMs, retryAfterMs = 0 } = result
      const endedAt = now()
      if (isAvailable) {
        state.failures = 0
        if (tookMs < FAST_MS) state.concurrency = Math.min(MAX_CONCURRENCY, state.concurrency + 1)
        return
      }
      if (endedAt - tookMs < state.pausedAt) return // it began before the pause, and must not double it
      state.failures += 1
      state.concurrency = FIRST_CONCURRENCY
      if (state.failures < MAX_FAILURES) return
      const doubled = firstPauseMs * 2 ** Math.min(10, state.failures - MAX_FAILURES)
      state.pausedAt = endedAt
      state.pausedUntil = endedAt + Math.min(MAX_PAUSE_MS, Math.max(doubled, retryAfterMs))
    },
  }

  function jittered(ms: number): number {
    return Math.ceil(ms * (1 + random() / 2))
  }
}
