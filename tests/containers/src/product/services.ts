import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'

export const SERVERS = ['mongodb', 'nats', 'redis'] as const
export type ContainerName = ProcessName | (typeof SERVERS)[number]
/** The images that the compose file builds and that every start needs. */
export const BUILT = [...PROCESS_NAMES, 'nats', 'secrets'] as const
export const ALL: ContainerName[] = [...SERVERS, ...PROCESS_NAMES]
