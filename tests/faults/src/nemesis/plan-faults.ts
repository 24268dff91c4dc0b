import type { Member } from '../product/member.ts'
import type { Random } from '../random.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from './fault.ts'

export interface Target {
  name: string
  kind: Member['kind']
  isServer: boolean
  /** Servers, and processes of services, to which the process has its own connection. */
  servers: string[]
  hasSmallDisk: boolean
}

// A pause lasts at most 12 s (docs/reliability.md). Other faults last long enough for every timeout to occur.
const DURATION_MS: Record<(typeof FAULT_KINDS)[number], readonly [least: number, most: number]> = {
  kill: [500, 3_000],
  restart: [0, 0],
  pause: [3_000, 12_000],
  cut: [3_000, 8_000],
  stall: [3_000, 12_000],
  slow: [4_000, 8_000],
  lose: [4_000, 10_000],
  fail: [3_000, 8_000],
  skew: [4_000, 8_000],
  fill: [6_000, 14_000], // the file of the embedded MongoDB has room for some seconds
}
export interface Pace {
  /** Time between two faults. */
  quietMs: readonly [least: number, most: number]
  longQuietMs: number
  longestFaultMs: number
  shortestFaultMs?: number
}
export const PACES = {
  /** The recovery from each fault can be measured. The long quiet time shows a recovery that never ends. */
  measured: { quietMs: [6_000, 9_000], longQuietMs: 13_000, longestFaultMs: Number.POSITIVE_INFINITY },
  /** Many faults in little time, to find broken code. */
  dense: { quietMs: [1_500, 3_000], longQuietMs: 6_000, longestFaultMs: 5_000 },
} satisfies Record<string, Pace>
export type PaceName = keyof typeof PACES

/** Longer than any request may take: callers give up, repeat their calls and make others before the fault ends. */
const LONG: Pace = { quietMs: [1_500, 3_000], longQuietMs: 3_000, longestFaultMs: 11_500, shortestFaultMs: 10_500 }

export type FocusedWorkload = 'web-pushes' | 'chats' | 'reactions' | 'likes' | 'matches' | 'profiles' | 'media'

/** Selected workloads, and the only faults of the run, all equally often. */
export interface Focus {
  workloads: readonly FocusedWorkload[]
  kinds: readonly FaultKind[]
  targets: readonly Target['kind'][]
  /** Servers whose connections are hit; all servers if undefined. */
  servers?: readonly string[]
  pace?: Pace
}
export const FOCUSES = {
  'web-pushes': {
    workloads: ['web-pushes'],
    kinds: ['kill', 'pause'],
    targets: ['auth', 'social', 'chat', 'gateway', 'nats', 'mongodb', 'push-host'],
  },
  /** Checks stored times of a process with a wrong clock, and its reading of other processes' times. */
  clocks: { workloads: ['web-pushes'], kinds: ['skew'], targets: ['auth', 'social', 'chat'] },
  /** Kills chat between the commit of a message and its flush. */
  'chat-kills': { workloads: ['web-pushes'], kinds: ['kill'], targets: ['chat'] },
  /** No fault makes clients fetch again, so a lost push stays visible. */
  pushes: { workloads: ['chats'], kinds: ['kill', 'pause'], targets: ['social', 'admin'] },
  /** One process of chat loses NATS, and the clients of the others do not notice. */
  'push-links': { workloads: ['chats'], kinds: ['cut'], targets: ['chat'], servers: ['nats'] },
  /** Events of likes and matches cannot be published at first. */
  'event-links': { workloads: ['matches'], kinds: ['cut', 'stall'], targets: ['social'], servers: ['nats'] },
  /** Calls are executed, but their responses are lost. */
  'message-links': { workloads: ['chats'], kinds: ['lose', 'stall'], targets: ['gateway'], servers: ['chat'] },
  'late-requests': { workloads: ['likes'], kinds: ['pause'], targets: ['social'], pace: LONG },
  'late-writes': { workloads: ['reactions'], kinds: ['stall'], targets: ['chat'], servers: ['mongodb'], pace: LONG },
  /** The store of photos, in MongoDB or a bucket, and the processes between. */
  media: {
    workloads: ['media'],
    kinds: ['kill', 'pause', 'cut', 'stall', 'slow', 'lose', 'fail', 'fill'],
    targets: ['chat', 'gateway', 'mongodb', 's3'],
    servers: ['chat', 'mongodb', 's3'],
  },
  /** One command of a call is lost, and the next one arrives. */
  'photo-writes': { workloads: ['profiles'], kinds: ['lose'], targets: ['auth'], servers: ['mongodb'] },
} satisfies Record<string, Focus>
export type FocusName = keyof typeof FOCUSES
const LONG_QUIET_ONE_IN = 4

/** Weight for kills and pauses of processes that hold or carry all messages; other faults have 1. */
const CORE_WEIGHT = 8
const CORE: Target['kind'][] = ['chat', 'gateway', 'mongodb', 'nats']
/**
 * `lose` shows responses that are sent before their write; `pause` and `stall` show work done after its caller gave up.
 */
const WEIGHTS: Partial<Record<FaultKind, number>> = { fill: 6, lose: 4, pause: 3, stall: 2 }
const TOGETHER_WEIGHT = 3
/** Pairs that are sometimes killed or paused together. */
const TOGETHER: [Target['kind'], Target['kind']][] = [
  ['nats', 'social'],
  ['mongodb', 'chat'],
]

const ON_LINKS: FaultKind[] = ['cut', 'stall', 'slow', 'lose']

type Unplanned = Omit<Fault, 'at' | 'ms' | 'kind'> & { kind: (typeof FAULT_KINDS)[number] }

/** One fault, or two that happen together. */
interface Combination {
  faults: Unplanned[]
  weight: number
}

interface PlanRequest {
  seconds: number
  pace?: Pace
  focus?: Focus | null
}

/**
 * Plans faults for `seconds` from the random sequence alone. Faults with the same `at` happen together. A combination
 * comes as often as its weight says, and a long plan has all of them.
 */
export function planFaults(
  random: Random,
  targets: Target[],
  { seconds, pace = PACES.measured, focus = null }: PlanRequest,
): Fault[] {
  const { quietMs, longQuietMs, longestFaultMs, shortestFaultMs = 0 } = focus?.pace ?? pace
  const inOrder = targets.toSorted((a, b) => a.name.localeCompare(b.name)) // servers become ready in any order
  const combinations = combinationsOf(inOrder)
  const deal = createDealer(random, focus ? within(focus, combinations, inOrder) : combinations)
  const planned: Fault[] = []
  for (let at = random.integer(1_000, 3_000); at < seconds * 1_000; ) {
    const faults = deal()
    const durations = faults.map(({ kind }) => random.integer(...DURATION_MS[kind]))
    const ms = Math.min(Math.max(...durations, shortestFaultMs), longestFaultMs)
    planned.push(...faults.map((fault) => ({ ...fault, at, ms })))
    at += ms + (random.integer(1, LONG_QUIET_ONE_IN) === 1 ? longQuietMs : random.integer(...quietMs))
  }
  return planned
}

/** Stride scheduling: a combination's next turn comes after a random time, 1/weight on average. */
function createDealer(random: Random, combinations: Combination[]): () => Unplanned[] {
  const turns = combinations.map(({ faults, weight }) => ({ faults, weight, next: random.next() / weight }))
  return function deal() {
    const turn = turns.reduce((first, other) => (other.next < first.next ? other : first))
    turn.next += (0.5 + random.next()) / turn.weight
    return turn.faults
  }
}

function combinationsOf(targets: Target[]): Combination[] {
  const single = targets.flatMap((target) => faultsOf(target).map((fault) => combination([fault], targets)))
  const together = TOGETHER.flatMap((pair) => {
    const [one, other] = pair.map((kind) => targets.find((target) => target.kind === kind))
    if (!one || !other) return []
    return (['kill', 'pause'] as const).map((kind) => ({
      faults: [one, other].map(({ name }) => ({ kind, target: name })),
      weight: TOGETHER_WEIGHT,
    }))
  })
  return [...single, ...together]
}

function within({ kinds, targets, servers }: Focus, combinations: Combination[], all: Target[]): Combination[] {
  const targetKindOf = (name: string) => all.find((target) => target.name === name)?.kind
  const isWithin = ({ kind, target, server }: Unplanned) =>
    kinds.includes(kind) &&
    targets.some((targetKind) => targetKind === targetKindOf(target)) &&
    (!servers || !server || servers.includes(kindOf(server)))
  return combinations.filter(({ faults }) => faults.every(isWithin)).map(({ faults }) => ({ faults, weight: 1 }))
}

function faultsOf({ name, kind: targetKind, isServer, servers, hasSmallDisk }: Target): Unplanned[] {
  return FAULT_KINDS.flatMap((kind): Unplanned[] => {
    if (ON_LINKS.includes(kind)) {
      return servers.map((server) => ({ kind, target: name, server }))
    }
    if (kind === 'fail') return servers.includes('s3') ? [{ kind, target: name, server: 's3' }] : []
    if ((kind === 'skew' && isServer) || (kind === 'fill' && !hasSmallDisk)) return []
    if (targetKind === 'push-host' && kind !== 'kill' && kind !== 'pause') return [] // the push host runs in this process
    return [{ kind, target: name }]
  })
}

/** Processes of a kind share its weight, at both ends of a connection. */
function combination(faults: [Unplanned], targets: Target[]): Combination {
  const [{ kind, target, server = '' }] = faults
  const { kind: targetKind, servers = [] } = targets.find(({ name }) => name === target) ?? {}
  const isCore = (kind === 'kill' || kind === 'pause') && CORE.some((core) => core === targetKind)
  const weight = isCore ? CORE_WEIGHT : (WEIGHTS[kind] ?? 1)
  const sharing = targets.filter((other) => other.kind === targetKind).length
  const sharedServers = servers.filter((other) => kindOf(other) === kindOf(server)).length || 1
  return { faults, weight: weight / sharing / sharedServers }
}

/** Removes the number: `chat-2` is the second process of chat. */
function kindOf(name: string): string {
  return name.replace(/-\d+$/, '')
}
