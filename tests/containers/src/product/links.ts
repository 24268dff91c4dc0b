import { PROCESSES, SERVICES, type ServiceName } from './services.ts'

export interface Link {
  /** The container that the test disconnects from their network. */
  from: ServiceName
  to: ServiceName
  network: string
}

/** Pairs that need to talk; no other pair can. */
export const LINKS: Link[] = [
  ...SERVICES.map((from): Link => ({ from, to: 'mongodb', network: `${from}-mongodb` })),
  ...PROCESSES.map((from): Link => ({ from, to: 'nats', network: `${from}-nats` })),
  ...(['gateway', 'auth', 'chat'] as const).map((from): Link => ({ from, to: 'redis', network: `${from}-redis` })),
  ...SERVICES.map((from): Link => ({ from, to: 'gateway', network: `gateway-${from}` })),
]
