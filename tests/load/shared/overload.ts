// The phases of the load script `overload`, in seconds of its two runs: one measures what the product can carry, the next
// offers OVERLOAD_FACTOR times that.

/** Requests in flight of each stage of the measurement; the stage with the most good responses is the capacity. */
export const STAGES = [16, 32, 64, 128]
/** Requests in flight before the stages. */
export const WARM_UP_IN_FLIGHT = 32
export const STAGE_SECONDS = 10
/** End of a stage in which no new request is sent. */
export const STAGE_END_SECONDS = 1
export const OVERLOAD_FACTOR = 3
/** Part of the capacity that is offered before and after the overload. */
export const MODERATE_SHARE = 1 / 3
export const MODERATE_SECONDS = 15
export const MODERATE_STARTS_AT = 15
export const OVERLOAD_STARTS_AT = MODERATE_STARTS_AT + MODERATE_SECONDS + 2
const RECOVERY_SECONDS = 10
/** Pairs whose sockets are open and watched. */
export const WATCHED_PAIRS = 50

export const MIN_GOODPUT = 0.7
export const ACCEPTED_P99_MS = 2_000
/** 95 % of the refusals come within it. */
export const REFUSED_MS = 100

export type PhaseName = 'before' | 'overload' | 'after'

export function stageName(requestsInFlight: number): string {
  return `stage_${requestsInFlight}`
}

/** Requests in flight of the scenario with this name, of the stages or before them. */
export function inFlightOf(scenario: string): number {
  return STAGES.find((requestsInFlight) => stageName(requestsInFlight) === scenario) ?? WARM_UP_IN_FLIGHT
}

/**
 * Index of the pair that a slot writes into at its n-th turn: the slots in flight share all pairs, and each walks
 * through its own.
 */
export function pairInTurn(
  slot: number,
  turn: number,
  { inFlight, pairs }: { inFlight: number; pairs: number },
): number {
  const own = Math.max(1, Math.ceil((pairs - slot) / inFlight))
  return (slot + (turn % own) * inFlight) % pairs
}

export function afterStartsAt(overloadSeconds: number): number {
  return OVERLOAD_STARTS_AT + overloadSeconds + RECOVERY_SECONDS
}

export function endsAt(overloadSeconds: number): number {
  return afterStartsAt(overloadSeconds) + MODERATE_SECONDS
}
