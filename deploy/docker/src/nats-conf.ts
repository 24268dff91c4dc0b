import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { permissionsOf } from './nats-permissions.ts'

/** Returns the configuration of nats-server, which reads the passwords from its environment. */
export function natsConf(): string {
  return `# Written by "npm run nats:permissions" from the contracts in proto/src/nats: change those, not this file.

listen: 0.0.0.0:4222
http: 127.0.0.1:8222 # for the health check inside the container

# Messages hold ids and short fields, never photos.
max_payload: 1MB
max_connections: 1000

jetstream {
  store_dir: /data
  max_memory_store: 64MB
  max_file_store: 2GB
  sync_interval: always # an acknowledged event survives a power failure
}

authorization {
  timeout: 2
  users: [
${PROCESS_NAMES.map(user).join('\n')}
  ]
}
`
}

function user(process: ProcessName): string {
  const { publish, subscribe } = permissionsOf(process)
  return `    {
      user: ${process}
      password: $NATS_${process.toUpperCase()}_PASSWORD
      permissions: {
        publish: [
${publish.map(line).join('\n')}
        ]
        subscribe: [
${subscribe.map(line).join('\n')}
        ]
        allow_responses: { max: 1, expires: "1m" }
      }
    }`
}

function line(subject: string): string {
  return `          "${subject}"`
}
