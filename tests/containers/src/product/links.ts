import { PROCESS_NAMES, PROCESSES } from '@zing/proto/processes'
import { ROUTED_SERVICES } from '@zing/proto/routes'
import type { ContainerName } from './services.ts'

export interface Link {
  /** The container that leaves the network of the two. */
  from: ContainerName
  to: ContainerName
  network: string
}

/** Pairs that need to talk; no other pair can. */
export const LINKS: Link[] = [
  ...PROCESS_NAMES.flatMap((from) =>
    (['nats', ...PROCESSES[from].servers] as const).map((to): Link => ({ from, to, network: `${from}-${to}` })),
  ),
  ...ROUTED_SERVICES.map((from): Link => ({ from, to: 'gateway', network: `gateway-${from}` })),
]
