interface Process {
  /** The port in a container; `npm start` takes free ones. */
  port: number
  /** The servers that the process connects to, besides NATS. */
  servers: readonly ('mongodb' | 'redis')[]
  /** The product works without it; operators start it if they want it. */
  isOptional?: true
}

const processes = {
  auth: { port: 3001, servers: ['mongodb', 'redis'] },
  social: { port: 3002, servers: ['mongodb'] },
  chat: { port: 3003, servers: ['mongodb', 'redis'] },
  admin: { port: 3004, servers: ['mongodb'] },
  vision: { port: 3005, servers: [], isOptional: true },
  gateway: { port: 8080, servers: ['redis'] },
} as const satisfies Record<string, Process>

export type ProcessName = keyof typeof processes
export type ServiceName = Exclude<ProcessName, 'gateway'>

/**
 * The processes of the product, each with its own NATS user. `npm start`, NATS permissions, documents and tests derive
 * from this list. Tests compare it with the compose file, manifests, monitoring and backup.
 */
export const PROCESSES: Record<ProcessName, Process> = processes
export const PROCESS_NAMES = Object.keys(processes) as ProcessName[] // its own keys, as declared above
/** The processes without which there is no product. */
export const REQUIRED_PROCESSES = PROCESS_NAMES.filter((name) => !PROCESSES[name].isOptional)
export const SERVICES = PROCESS_NAMES.filter((name): name is ServiceName => name !== 'gateway')

export type ServiceWithDatabase = {
  [Name in ServiceName]: 'mongodb' extends (typeof processes)[Name]['servers'][number] ? Name : never
}[ServiceName]
export const SERVICES_WITH_DATABASE = SERVICES.filter((name): name is ServiceWithDatabase =>
  PROCESSES[name].servers.includes('mongodb'),
)

/** Name of the database of a service, and of its user in MongoDB. */
export function databaseOf(service: ProcessName): string {
  return `zing_${service}`
}

/** Folder of a process in the repository. */
export function folderOf(process: ProcessName): string {
  return process === 'gateway' ? 'gateway' : `services/${process}`
}

/**
 * Prefix of the inbox subjects that receive responses for a process. NATS permissions keep other processes from
 * subscribing.
 */
export function inboxPrefix(process: string): string {
  return `_INBOX_${process}`
}
