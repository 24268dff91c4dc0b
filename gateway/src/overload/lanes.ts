import { ORDINARY_CALLS } from '@zing/kit/overload/overload'
import type { LaneName } from '@zing/proto/endpoint'

export interface LaneRule {
  /** Per process of the service. */
  maxInFlight: number
  maxQueued: number
  /** From the arrival of a request to its response; time in which the client still sends its body is not counted. */
  deadlineMs: number
  /** Longest wait with which a call is accepted under lasting load; absent: that of the call's priority. */
  maxDelayMs?: number
  /**
   * Longest time in the service with which a call is accepted while another lane is overloaded; absent: that of the
   * call's priority.
   */
  maxTookMs?: number
  /** Time in ms after which a call no longer counts for `tookMs`; longer where few calls run. Default: a second. */
  recentMs?: number
}

export type Lanes = Record<LaneName, LaneRule>

const PHOTO_DEADLINE_MS = 12_000
/** A copy of a user's data is made while it is downloaded. */
const DOWNLOAD_DEADLINE_MS = 10 * 60 * 1_000
const PHOTO_MAX_DELAY_MS = 6_000 // a quarter of the deadline is left for the service, and a queue may grow

const PHOTO_LANE: LaneRule = {
  maxInFlight: 4,
  maxQueued: 50,
  deadlineMs: PHOTO_DEADLINE_MS,
  maxDelayMs: PHOTO_MAX_DELAY_MS,
  maxTookMs: PHOTO_MAX_DELAY_MS,
}

/** Kinds of work that do not wait for each other (SEC-49b, INV-8). Auth hashes two passwords and decodes one photo at a time. */
export const LANES: Lanes = {
  ordinary: ORDINARY_CALLS,
  login: {
    maxInFlight: 4,
    maxQueued: 50,
    deadlineMs: ORDINARY_CALLS.deadlineMs,
    maxDelayMs: 1_000,
    maxTookMs: 120, // without load 50 ms, of which 30 are processor time, ten times that of a message
    recentMs: 5_000,
  },
  registration: PHOTO_LANE,
  download: { ...PHOTO_LANE, deadlineMs: DOWNLOAD_DEADLINE_MS },
  upload: PHOTO_LANE,
}
