import type { Member } from '../product/member.ts'
import type { Random } from '../random.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from './faults.ts'

export interface Target {
  name: string
  kind: Member['kind']
  isServer: boolean
  /** Servers to which the process has a connection of its own. */
  servers: NonNullable<Fault['server']>[]
  hasSmallDisk: boolean
}

// A pause is at most 12 s (docs/reliability.md); what is down stays down long enough for every timeout to be met.
const DURATION_MS: Record<FaultKind, readonly [least: number, most: number]> = {
  kill: [500, 3_000],
  restart: [0, 0],
  pause: [3_000, 12_000],
  cut: [3_000, 8_000],
  stall: [3_000, 12_000],
  slow: [4_000, 8_000],
  lose: [4_000, 10_000],
  skew: [4_000, 8_000],
  fill: [6_000, 14_000], // the embedded MongoDB has room in its file for some seconds
}
export interface Pace {
  /** Between two faults. */
  quietMs: readonly [least: number, most: number]
  longQuietMs: number
  longestFaultMs: number
}
export const PACES = {
  /** The recovery from each fault can be measured; a long quiet time alone shows one that never ends. */
  measured: { quietMs: [6_000, 9_000], longQuietMs: 13_000, longestFaultMs: Number.POSITIVE_INFINITY },
  /** Many faults in little time, to find a break of the code. */
  dense: { quietMs: [1_500, 3_000], longQuietMs: 6_000, longestFaultMs: 5_000 },
} satisfies Record<string, Pace>
export type PaceName = keyof typeof PACES
const LONG_QUIET_ONE_IN = 4

/** Kills and pauses of what holds or carries all messages, compared with 1 for any other fault. */
const CORE_WEIGHT = 8
const CORE: Target['kind'][] = ['chat', 'gateway', 'mongodb', 'nats']
/** `lose` shows responses that come before their write. */
const WEIGHTS: Partial<Record<FaultKind, number>> = { fill: 6, lose: 4 }
const TOGETHER_WEIGHT = 3
/** Killed or paused together now and then. */
const TOGETHER: [Target['kind'], Target['kind']][] = [
  ['nats', 'social'],
  ['mongodb', 'chat'],
]

const ON_LINKS: FaultKind[] = ['cut', 'stall', 'slow', 'lose']

type Unplanned = Omit<Fault, 'at' | 'ms'>

/** One fault, or two that happen together. */
interface Combination {
  faults: Unplanned[]
  weight: number
}

/**
 * Plans faults for `seconds`, from the random sequence alone. Two faults with the same `at` happen together. Each
 * combination comes as often as its weight says, and every one comes in a long plan.
 */
export function planFaults(random: Random, targets: Target[], seconds: number, pace: Pace = PACES.measured): Fault[] {
  const inOrder = targets.toSorted((a, b) => a.name.localeCompare(b.name)) // servers become ready in any order
  const deal = createDealer(random, combinationsOf(inOrder))
  const planned: Fault[] = []
  for (let at = random.integer(1_000, 3_000); at < seconds * 1_000; ) {
    const faults = deal()
    const durations = faults.map(({ kind }) => random.integer(...DURATION_MS[kind]))
    const ms = Math.min(Math.max(...durations), pace.longestFaultMs)
    planned.push(...faults.map((fault) => ({ ...fault, at, ms })))
    at += ms + (random.integer(1, LONG_QUIET_ONE_IN) === 1 ? pace.longQuietMs : random.integer(...pace.quietMs))
  }
  return planned
}

/** Stride scheduling: the next turn of a combination comes after a random time of 1/weight on average. */
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

function faultsOf({ name, isServer, servers, hasSmallDisk }: Target): Unplanned[] {
  return FAULT_KINDS.flatMap((kind): Unplanned[] => {
    if (ON_LINKS.includes(kind)) {
      return servers.map((server) => ({ kind, target: name, server }))
    }
    if ((kind === 'skew' && isServer) || (kind === 'fill' && !hasSmallDisk)) return []
    return [{ kind, target: name }]
  })
}

/** Processes of a kind share its weight. */
function combination(faults: [Unplanned], targets: Target[]): Combination {
  const [{ kind, target }] = faults
  const targetKind = targets.find(({ name }) => name === target)?.kind
  const isCore = (kind === 'kill' || kind === 'pause') && CORE.some((core) => core === targetKind)
  const weight = isCore ? CORE_WEIGHT : (WEIGHTS[kind] ?? 1)
  return { faults, weight: weight / targets.filter((other) => other.kind === targetKind).length }
}
