import type { ProcessName } from '@zing/proto/nats/processes'

export const SERVICES = ['auth', 'social', 'chat', 'admin'] as const satisfies ProcessName[]
export const PROCESSES = [...SERVICES, 'gateway'] as const satisfies ProcessName[]
export const SERVERS = ['mongodb', 'nats', 'redis'] as const
export const ALL = [...SERVERS, ...PROCESSES] as const
export type ServiceName = (typeof ALL)[number]
