import type { Baseline } from '../baseline.ts'
import type { Product } from '../product.ts'
import type { ProcessGroups } from './cpu.ts'

const SERVERS: Record<string, string> = {
  mongod: 'MongoDB',
  'embedded-mongo': 'embedded MongoDB',
  'nats-server': 'NATS',
  'redis-server': 'Redis',
}

/** Groups the processes of one side, and the servers that the benchmark has started for both. */
export function groupsOf(side: Product | Baseline, serverPids: ReadonlyMap<string, number>): ProcessGroups {
  const groups: ProcessGroups = 'processes' in side ? groupsOfProduct(side) : { baseline: [side.pid] }
  for (const [name, pid] of serverPids) {
    const group = SERVERS[name]
    if (group) groups[group] = [pid]
  }
  return groups
}

function groupsOfProduct({ processes }: Product): ProcessGroups {
  const groups: ProcessGroups = { gateway: [], chat: [], auth: [], social: [], admin: [] }
  for (const { service, pid } of processes) groups[service]?.push(pid)
  return groups
}
