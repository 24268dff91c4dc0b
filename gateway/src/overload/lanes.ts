import { ORDINARY_CALLS } from '@zing/kit/overload/overload'
import type { LaneName } from '@zing/proto/endpoint'

interface LaneRule {
  /** Requests per process of the service. */
  maxInFlight: number
  maxQueued: number
  /** Time from the arrival of a request to its response, without the time in which the client sends its body. */
  deadlineMs: number
  /** Longest accepted wait under lasting load. By default the bound of the call's priority. */
  maxDelayMs?: number
  /** A call counts for `tookMs` for this time in ms; lanes with few calls need longer. Default: a second. */
  recentMs?: number
}

const PHOTO_DEADLINE_MS = 12_000
/** Auth makes a copy of a user's data during the download. */
const DOWNLOAD_DEADLINE_MS = 10 * 60 * 1_000
const PHOTO_MAX_DELAY_MS = 6_000 // leaves a quarter of the deadline to the service

const PHOTO_LANE: LaneRule = {
  maxInFlight: 4,
  maxQueued: 50,
  deadlineMs: PHOTO_DEADLINE_MS,
  maxDelayMs: PHOTO_MAX_DELAY_MS,
}

/**
 * Kinds of work that must not wait for each other (SEC-49b, INV-8). Auth hashes two passwords and decodes one photo at a
 * time.
 */
export const LANES: Record<LaneName, LaneRule> = {
  ordinary: ORDINARY_CALLS,
  login: {
    maxInFlight: 4,
    maxQueued: 50,
    deadlineMs: ORDINARY_CALLS.deadlineMs,
    maxDelayMs: 1_000,
    recentMs: 5_000,
  },
  registration: PHOTO_LANE,
  download: { ...PHOTO_LANE, deadlineMs: DOWNLOAD_DEADLINE_MS },
  upload: PHOTO_LANE,
  media: { ...ORDINARY_CALLS, maxInFlight: ORDINARY_CALLS.maxInFlight / 2 }, // may wait for a bucket
}
