import type { ScriptName } from './scripts.ts'

/** Size and kind of a run. The environment variables PAIRS, SINGLES, RATE, SECONDS, WARM_UP, SEND_BY and SOLVERS override it. */
export interface Plan {
  /** Pairs of users matched before the load starts. */
  pairs: number
  singles: number
  /** Operations per second; each script names its unit. */
  rate: number
  /** Seconds of load, without set-up and verification. */
  seconds: number
  /** Seconds of the same load before the measurement. Errors and losses in it count, durations do not. */
  warmUp: number
  /** Validates one response or frame in this many, because zod takes CPU time from the product. */
  inspectEvery: number
  /** Users send messages by POST, even while their socket is open. */
  isPosting: boolean
  /** Only for `door`: this many of a hundred attackers pay for their sign-up with a proof. */
  solvers: number
}

export function userCount({ pairs, singles }: Pick<Plan, 'pairs' | 'singles'>): number {
  return 2 * pairs + singles
}

/** Number of users in `moderation` who get the moderator role; they come first. */
export const MODERATORS = 4

/** Seconds until V8 has compiled the hot paths. Earlier requests take several times as long (measured). */
const WARM_UP = 20

/** `chat` is the load of docs/benchmarks.md, Budgets: 500 sockets, 200 messages per second. */
export const PLANS: Record<ScriptName, Omit<Plan, 'isPosting' | 'solvers'>> = {
  smoke: { pairs: 0, singles: 0, rate: 2, seconds: 15, warmUp: WARM_UP, inspectEvery: 1 },
  feed: { pairs: 10, singles: 200, rate: 50, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  likes: { pairs: 0, singles: 120, rate: 20, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  chat: { pairs: 250, singles: 0, rate: 200, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  'reconnect-storm': { pairs: 200, singles: 0, rate: 0, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  storm: { pairs: 10, singles: 890, rate: 20, seconds: 140, warmUp: 0, inspectEvery: 50 },
  'mixed-day': { pairs: 50, singles: 100, rate: 40, seconds: 60, warmUp: WARM_UP, inspectEvery: 10 },
  moderation: { pairs: 0, singles: 124, rate: 8, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  push: { pairs: 0, singles: 1_000, rate: 200, seconds: 10, warmUp: 0, inspectEvery: 50 },
  door: { pairs: 0, singles: 1, rate: 167, seconds: 180, warmUp: 0, inspectEvery: 10 },
  overload: { pairs: 250, singles: 100, rate: 0, seconds: 60, warmUp: WARM_UP, inspectEvery: 50 },
}
