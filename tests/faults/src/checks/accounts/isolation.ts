import { type CallRecord, type FaultRecord, type HistoryRecord, recordsOf } from '../../history.ts'
import type { FaultKind } from '../../nemesis/fault.ts'
import { overloadRefusalsIn } from '../overload-refusals.ts'
import type { Violation } from '../violation.ts'

const CHATTING = ['send', 'page', 'newest page', 'read', 'react', 'unreact', 'block']
const LIKING = ['like', 'unlike']
const OWN_ACCOUNT = ['register', 'profile', 'photo']

/**
 * Operations that go on while a process or server is unavailable (docs/reliability.md, "Failures and what they cost").
 * A user's operations count once the gateway knows the session. Photos, profiles and registration belong to auth.
 */
const GOES_ON: Record<string, 'all' | string[]> = {
  admin: 'all',
  redis: 'all',
  'push-host': 'all',
  auth: [...CHATTING, ...LIKING],
  social: [...CHATTING, ...OWN_ACCOUNT],
  chat: [...LIKING, ...OWN_ACCOUNT],
  nats: [...CHATTING, ...LIKING, ...OWN_ACCOUNT],
}

/** Faults that take away a whole process, and the time in which others notice. */
const NOTICED_MS: Partial<{ [kind in FaultKind]: number }> = { kill: 1_000, restart: 1_000, fill: 1_000, pause: 3_000 }
/** Two gateways that share this many calls of a user have both served one, except for one user in 500,000. */
const CALLS_TO_BE_KNOWN = 20
const KNOWN_FOR_MS = 60_000
/** After this long without a failed call an earlier fault is over. */
const QUIET_MS = 2_000

/**
 * While a process is unavailable, operations that do not need it have a certain outcome (INV-11). If a second process
 * of its kind runs, all operations have one. Refusals by busy processors do not count.
 */
export function checkIsolation(records: HistoryRecord[]): Violation[] {
  const faults = recordsOf(records, 'fault')
  const calls = recordsOf(records, 'call')
  const failed = calls.filter(({ outcome, status }) => outcome === 'unknown' && status !== 429)
  const isOverloadRefusal = overloadRefusalsIn(records)
  return failed.flatMap((call) => {
    const active = faults.filter(({ from, to }) => from <= call.from && call.from <= to)
    if (active.length === 0 || !active.every((fault) => mustGoOn(fault, call)) || isOverloadRefusal(call)) return []
    const wasQuiet = active.every(({ from }) => !failed.some(({ to }) => to >= from - QUIET_MS && to < from))
    if (!wasQuiet || !isKnown(call, calls, faults)) return []
    const away = active.map(({ fault }) => `${fault.kind} ${fault.target}`).join(' and ')
    const after = call.from - Math.max(...active.map(({ from }) => from))
    const text = `${call.op} of user ${call.user} got ${call.status || 'no response'} ${after} ms after "${away}"`
    return [{ invariant: 'INV-11' as const, text }]
  })
}

function mustGoOn({ fault: { kind, target }, from }: FaultRecord, { op, from: calledAt }: CallRecord): boolean {
  if (target.startsWith('host-')) return false // hosts/failovers.ts judges the loss of a host
  const noticedMs = NOTICED_MS[kind]
  if (noticedMs === undefined || calledAt < from + noticedMs) return false
  const [, name = target, number] = /^(.*?)(?:-(\d+))?$/.exec(target) ?? []
  if (number !== undefined) return true // the second process of its kind takes over
  const operations = GOES_ON[SERVER_KINDS[name] ?? name]
  return operations === 'all' || operations?.includes(op) === true
}

const SERVER_KINDS: Record<string, string> = {
  'nats-server': 'nats',
  'redis-server': 'redis',
  'valkey-server': 'redis',
}

/** Whether a gateway can serve the user from its session cache. Calls without a user need no session. */
function isKnown(call: CallRecord, calls: CallRecord[], faults: FaultRecord[]): boolean {
  if (call.user === 0) return true
  const restarts = faults.filter(({ fault, to }) => fault.target.startsWith('gateway') && to < call.from)
  const since = Math.max(call.from - KNOWN_FOR_MS, ...restarts.map(({ to }) => to))
  const own = calls.filter(
    ({ user, outcome, from, to }) => user === call.user && outcome === 'ok' && from > since && to < call.from,
  )
  return own.length >= CALLS_TO_BE_KNOWN
}
