import type { ProcessName } from '@zing/proto/nats/processes'

export const SERVICES = ['auth', 'social', 'chat', 'admin'] as const satisfies ProcessName[]
export const PROCESSES = [...SERVICES, 'gateway'] as const satisfies ProcessName[]
export const SERVERS = ['mongodb', 'nats', 'redis'] as const
export const ALL = [...SERVERS, ...PROCESSES] as const
export type ServiceName = (typeof ALL)[number]

export const DATABASES = { auth: 'zing_auth', social: 'zing_social', chat: 'zing_chat', admin: 'zing_admin' }
