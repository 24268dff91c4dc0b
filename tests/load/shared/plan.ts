import type { ScriptName } from './scripts.ts'

/** How large a run is. PAIRS, SINGLES, RATE, SECONDS and WARM_UP in the environment change it. */
export interface Plan {
  /** Of people who are a match before the load begins. */
  pairs: number
  /** More people, without a match. */
  singles: number
  /** What the script does, so many times a second: see there. */
  rate: number
  /** Of load, without getting ready and without checking afterwards. */
  seconds: number
  /** Seconds of the same load before, which must not lose anything either, but whose times do not count. */
  warmUp: number
  /** One answer or frame in so many is held against its contract: zod costs time that the product then lacks. */
  inspectEvery: number
}

export function peopleIn({ pairs, singles }: Plan): number {
  return 2 * pairs + singles
}

/** Until Node has compiled what is used most; before, a request takes several times as long (measured). */
const WARM_UP = 20

/** `chat` is the budget of design.md: 500 sockets, 200 messages a second. */
export const PLANS: Record<ScriptName, Plan> = {
  smoke: { pairs: 0, singles: 0, rate: 2, seconds: 15, warmUp: WARM_UP, inspectEvery: 1 },
  feed: { pairs: 10, singles: 200, rate: 50, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  likes: { pairs: 0, singles: 120, rate: 20, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  chat: { pairs: 250, singles: 0, rate: 200, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  'reconnect-storm': { pairs: 200, singles: 0, rate: 0, seconds: 30, warmUp: WARM_UP, inspectEvery: 10 },
  'mixed-day': { pairs: 50, singles: 100, rate: 40, seconds: 60, warmUp: WARM_UP, inspectEvery: 10 },
}
