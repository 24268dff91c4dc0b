import { SESSION_CACHE_FRESH_MS, SESSION_CACHE_MAX_MS, SOCKET_SESSION_RECHECK_MS } from '@zing/proto/limits'
import type { FaultRecord } from '../../history.ts'
import type { Violation } from '../violation.ts'

interface Replay {
  /** Operation that was called with the copied cookie. */
  op: string
  from: number
  status: number
}

export interface SignOut {
  user: number
  /** End of the response that confirmed the sign-out. */
  at: number
  replays: Replay[]
  /** Null if the session had no socket. */
  socket: { closedAt: number | null } | null
}

/** Statuses that do not show an accepted session, 401 included. */
const NOT_ACCEPTED = new Set([0, 401, 408, 429, 502, 503, 504])
/** Processes that session checks and revocations do not need. */
const UNRELATED = /^(redis|valkey|social|admin)/
const RECOVERY_MS = 12_000
/** Longest time from the end of a fault to a recheck. */
const RECHECKED_MS = RECOVERY_MS + SOCKET_SESSION_RECHECK_MS
const TOLERANCE_MS = 1_000
const BROADCAST_MS = 2_000

/** After the confirmed sign-out no copied cookie is accepted, and the sockets of the session close (SEC-12, SEC-13). */
export function checkSignOuts(
  signOuts: SignOut[],
  faults: FaultRecord[],
  { gateways, now }: { gateways: number; now: number },
): Violation[] {
  const related = faults.filter(({ fault }) => !UNRELATED.test(fault.target))
  return signOuts.flatMap((signOut) => [
    ...checkReplays(signOut, gateways === 1 ? signOut.at : forgottenBy(signOut.at, related)),
    ...checkSocket(signOut, closedBy(signOut.at, related), now),
  ])
}

function checkReplays({ user, at, replays }: SignOut, bound: number): Violation[] {
  return replays
    .filter(({ from, status }) => from >= bound && !NOT_ACCEPTED.has(status))
    .map(({ op, from, status }) => ({
      invariant: 'INV-10',
      text: `${op} with a session of ${user} got ${status} ${from - at} ms after the sign-out at ${at} ms`,
    }))
}

function checkSocket({ user, at, socket }: SignOut, bound: number, now: number): Violation[] {
  if (!socket || (socket.closedAt ?? now) <= bound) return []
  const closed = socket.closedAt === null ? 'is still open' : `was closed ${socket.closedAt - at} ms later`
  return [{ invariant: 'INV-10', text: `${user} signed out at ${at} ms, and the socket of the session ${closed}` }]
}

/** Another gateway accepts its cached result while that is fresh, or while auth is unavailable. */
function forgottenBy(at: number, faults: FaultRecord[]): number {
  const fresh = at + SESSION_CACHE_FRESH_MS + TOLERANCE_MS
  const until = endOfDisturbance(at, faults, SESSION_CACHE_FRESH_MS)
  return until === null ? fresh : Math.min(at + SESSION_CACHE_MAX_MS, until + fresh - at)
}

/**
 * If the broadcast is lost, the next recheck that reaches auth closes the socket. Another fault may delay that recheck.
 * A socket without a recheck for too long closes too.
 */
function closedBy(at: number, faults: FaultRecord[]): number {
  const first = endOfDisturbance(at, faults, BROADCAST_MS)
  if (first === null) return at + BROADCAST_MS + TOLERANCE_MS
  let until = first
  for (const { from, to } of faults) if (from <= until + RECHECKED_MS) until = Math.max(until, to)
  const longest = at + SESSION_CACHE_MAX_MS + SOCKET_SESSION_RECHECK_MS
  return Math.min(longest, until + RECHECKED_MS) + TOLERANCE_MS
}

/** End of the last fault that began within `ms` of `at`, or still had an effect then; null without one. */
function endOfDisturbance(at: number, faults: FaultRecord[], ms: number): number | null {
  const ends = faults.filter(({ from, to }) => from <= at + ms && to + RECOVERY_MS / 2 >= at).map(({ to }) => to)
  return ends.length > 0 ? Math.max(at, ...ends) : null
}
