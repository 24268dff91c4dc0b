import type { Random } from '../random.ts'
import { FAULT_KINDS, type Fault, type FaultKind } from './faults.ts'

export interface Target {
  name: string
  isServer: boolean
  /** Servers to which the process has a connection of its own. */
  servers: NonNullable<Fault['server']>[]
}

// A pause is at most 12 s (docs/reliability.md); what is down stays down long enough for every timeout to be met.
const DURATION_MS: Record<FaultKind, readonly [least: number, most: number]> = {
  kill: [500, 3_000],
  restart: [0, 0],
  pause: [3_000, 12_000],
  cut: [3_000, 8_000],
  stall: [3_000, 12_000],
  slow: [4_000, 8_000],
  skew: [4_000, 8_000],
}
/** Between two faults, so that the recovery from each can be measured. */
export const QUIET_MS = [6_000, 9_000] as const

/** Plans faults one after another for `seconds`, from the random sequence alone: every process and kind gets its turn. */
export function planFaults(random: Random, targets: Target[], seconds: number): Fault[] {
  const faults: Fault[] = []
  let remaining: Omit<Fault, 'at' | 'ms'>[] = []
  for (let at = random.integer(1_000, 3_000); at < seconds * 1_000; ) {
    if (remaining.length === 0) remaining = shuffled(random, targets.flatMap(faultsOf))
    const next = remaining.pop()
    if (!next) break
    const ms = random.integer(...DURATION_MS[next.kind])
    faults.push({ ...next, at, ms })
    at += ms + random.integer(...QUIET_MS)
  }
  return faults
}

function faultsOf({ name, isServer, servers }: Target): Omit<Fault, 'at' | 'ms'>[] {
  return FAULT_KINDS.flatMap((kind): Omit<Fault, 'at' | 'ms'>[] => {
    if (kind === 'cut' || kind === 'stall' || kind === 'slow') {
      return servers.map((server) => ({ kind, target: name, server }))
    }
    if (kind === 'skew' && isServer) return []
    return [{ kind, target: name }]
  })
}

function shuffled<T>(random: Random, items: T[]): T[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
