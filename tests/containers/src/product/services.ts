import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'

export const SERVERS = ['mongodb', 'nats', 'redis'] as const
export type ContainerName = ProcessName | (typeof SERVERS)[number]
export const ALL: ContainerName[] = [...SERVERS, ...PROCESS_NAMES]
