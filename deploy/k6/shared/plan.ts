import type { ScriptName } from './scripts.ts'

/** How large a run is. PEOPLE, PAIRS, RATE and SECONDS in the environment change it. */
export interface Plan {
  /** People who are there before the load begins. */
  people: number
  /** So many pairs of them are matches: the first with the second, the third with the fourth … */
  pairs: number
  /** What the script does, so many times a second: see there. */
  rate: number
  /** Of load, without getting ready and without checking afterwards. */
  seconds: number
  /** One answer or frame in so many is held against its contract: zod costs time that the product then lacks. */
  inspectEvery: number
}

/** `chat` is the budget of design.md: 500 sockets, 200 messages a second. */
export const PLANS: Record<ScriptName, Plan> = {
  smoke: { people: 0, pairs: 0, rate: 2, seconds: 15, inspectEvery: 1 },
  feed: { people: 220, pairs: 10, rate: 50, seconds: 30, inspectEvery: 10 },
  likes: { people: 120, pairs: 0, rate: 20, seconds: 30, inspectEvery: 10 },
  chat: { people: 500, pairs: 250, rate: 200, seconds: 30, inspectEvery: 10 },
  'reconnect-storm': { people: 400, pairs: 200, rate: 0, seconds: 30, inspectEvery: 10 },
  'mixed-day': { people: 200, pairs: 50, rate: 40, seconds: 60, inspectEvery: 10 },
}
