import { type Fault, type FaultKind, HOST_FAULT_KINDS } from '../nemesis/fault.ts'
import type { Random } from '../random.ts'

export const EVERY_MS = 30_000
/** The rest of the 30 s shows the recovery. */
const DURATION_MS: Partial<Record<FaultKind, number>> = { pause: 20_000, empty: 3_000 }
const USUAL_MS = 12_000
/** The other end of these is another host. */
const BETWEEN_HOSTS: FaultKind[] = ['cut', 'deafen']

/**
 * Plans a fault of a host every 30 s from the random sequence alone. Each kind comes once before one comes again. At the
 * end two of the hosts are killed at once.
 */
export function planHostFaults(random: Random, hosts: string[], seconds: number): Fault[] {
  const faults: Fault[] = []
  let left: FaultKind[] = []
  const last = Math.max(1, Math.floor((seconds * 1_000) / EVERY_MS)) - 1
  for (let turn = 0; turn < last; turn++) {
    if (left.length === 0) left = [...HOST_FAULT_KINDS]
    const kind = random.pick(left)
    left = left.filter((other) => other !== kind)
    const target = random.pick(hosts)
    const server = BETWEEN_HOSTS.includes(kind) ? random.pick(hosts.filter((other) => other !== target)) : undefined
    faults.push({ kind, target, at: turn * EVERY_MS, ms: DURATION_MS[kind] ?? USUAL_MS, ...(server && { server }) })
  }
  const survivor = random.pick(hosts)
  const killed = hosts.filter((host) => host !== survivor)
  return [...faults, ...killed.map((target) => ({ kind: 'kill' as const, target, at: last * EVERY_MS, ms: USUAL_MS }))]
}
