import { PROCESSES, SERVICES, type ServiceName } from './services.ts'

export interface Link {
  /** The container that leaves the network of the two. */
  from: ServiceName
  to: ServiceName
  network: string
}

/** Each two that need to talk; no others can. */
export const LINKS: Link[] = [
  ...SERVICES.map((from): Link => ({ from, to: 'mongodb', network: `${from}-mongodb` })),
  ...PROCESSES.map((from): Link => ({ from, to: 'nats', network: `${from}-nats` })),
  ...(['gateway', 'auth', 'chat'] as const).map((from): Link => ({ from, to: 'redis', network: `${from}-redis` })),
  ...SERVICES.map((from): Link => ({ from, to: 'gateway', network: `gateway-${from}` })),
]
