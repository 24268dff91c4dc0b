import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'

export const SERVERS = ['mongodb', 'nats', 'redis'] as const
export type ContainerName = ProcessName | (typeof SERVERS)[number]
/** The images that the compose file builds, without the profile tls. */
export const BUILT = [...PROCESS_NAMES, 'nats', 'secrets'] as const
export const ALL: ContainerName[] = [...SERVERS, ...PROCESS_NAMES]
/** The profiles of optional processes, as in an operator's `.env`: `down` leaves the containers of others alone. */
export const PROFILES = 'vision'
