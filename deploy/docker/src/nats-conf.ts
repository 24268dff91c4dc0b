import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { permissionsOf } from './nats-permissions.ts'

const HEADER = `# Written by "npm run nats:permissions" from the contracts in proto/src/nats: change those, not this file.`

/** Returns the configuration of nats-server, which reads the passwords from its environment. */
export function natsConf(): string {
  return `${HEADER}

${listening(1_000)}
${storing}
${authorization()}`
}

/** Returns the configuration of each of three servers on three hosts, which reads names and passwords from its environment. */
export function natsClusterConf(): string {
  return `${HEADER}
# For each of three hosts. Environment: NATS_SERVER_NAME; NATS_ROUTE_1 and NATS_ROUTE_2, the other two servers as
# "tls://route:password@host:6222" (never itself: it would expect four); NATS_ROUTE_PASSWORD; the passwords below.
# In the folder /tls: certificate and key of the host, and the authority that signed all three.

server_name: $NATS_SERVER_NAME
${listening(10_000)}
tls {
  cert_file: "/tls/host.pem"
  key_file: "/tls/host.key"
}

cluster {
  name: zing
  listen: 0.0.0.0:6222
  no_advertise: true # clients know all three
  ping_interval: 2s # notices a silent host after some seconds
  authorization { user: route, password: $NATS_ROUTE_PASSWORD, timeout: 2 }
  tls {
    cert_file: "/tls/host.pem"
    key_file: "/tls/host.key"
    ca_file: "/tls/ca.pem"
    verify: true
  }
  routes: [$NATS_ROUTE_1, $NATS_ROUTE_2]
}

${storing}
${authorization()}`
}

function listening(maxConnections: number): string {
  return `listen: 0.0.0.0:4222
http: 127.0.0.1:8222 # for the health check inside the container

# Messages hold ids and short fields, never photos.
max_payload: 1MB
max_connections: ${maxConnections}
`
}

const storing = `jetstream {
  store_dir: /data
  max_memory_store: 64MB
  max_file_store: 2GB
  sync_interval: always # an acknowledged event survives a power failure
}
`

function authorization(): string {
  return `authorization {
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
