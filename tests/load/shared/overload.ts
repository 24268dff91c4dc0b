// Phases of the load script `overload`, in seconds of its two runs. The first run measures the product's capacity, the
// second offers OVERLOAD_FACTOR times as much.

/** Requests in flight in each stage of the measurement. The stage with the most good responses is the capacity. */
export const STAGES = [16, 32, 64, 128]
/** Requests in flight before the stages. */
export const WARM_UP_IN_FLIGHT = 32
export const STAGE_SECONDS = 10
/** Time at the end of a stage without new requests. */
export const STAGE_END_SECONDS = 1
export const OVERLOAD_FACTOR = 3
/** Share of the capacity that is offered before and after the overload. */
export const MODERATE_SHARE = 1 / 3
export const MODERATE_SECONDS = 15
export const MODERATE_STARTS_AT = 15
export const OVERLOAD_STARTS_AT = MODERATE_STARTS_AT + MODERATE_SECONDS + 2
const RECOVERY_SECONDS = 10
/** Pairs with open and watched sockets. */
export const WATCHED_PAIRS = 50

export const MIN_GOODPUT = 0.7
export const ACCEPTED_P99_MS = 2_000
/** At least 95 % of the refusals arrive within this time. */
export const REFUSED_MS = 100

export type PhaseName = 'before' | 'overload' | 'after'

export function stageName(requestsInFlight: number): string {
  return `stage_${requestsInFlight}`
}

/** Requests in flight in the scenario with this name: a stage, or the warm-up. */
export function inFlightOf(scenario: string): number {
  return STAGES.find((requestsInFlight) => stageName(requestsInFlight) === scenario) ?? WARM_UP_IN_FLIGHT
}

/**
 * Index of the pair that a slot writes to at its n-th turn. The slots in flight share all pairs, and each walks through
 * its own ones.
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
