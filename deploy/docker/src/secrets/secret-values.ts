import { randomBytes } from 'node:crypto'
import { createVapidPrivateKey } from '@zing/kit/vapid-keys'
import { makePin } from '@zing/proto/accounts/pins'
import { PROCESS_NAMES, type ProcessName, SERVICES_WITH_DATABASE } from '@zing/proto/processes'

const BYTES = 32

/** Every secret of an installation, by its name in `.env`. */
export const SECRET_NAMES = [
  'INTERNAL_TOKEN_SECRET',
  'SESSION_SECRET',
  'MONGO_ROOT_PASSWORD',
  ...SERVICES_WITH_DATABASE.map(mongoPassword),
  ...PROCESS_NAMES.map(natsPassword),
  'REDIS_PASSWORD',
  'ADMIN_PIN',
  'VAPID_PRIVATE_KEY',
]
export type Secrets = Record<string, string>

export function mongoPassword(service: ProcessName): string {
  return `MONGO_${service.toUpperCase()}_PASSWORD`
}

export function natsPassword(process: ProcessName): string {
  return `NATS_${process.toUpperCase()}_PASSWORD`
}

export function newSecrets(): Secrets {
  return Object.fromEntries(SECRET_NAMES.map((name) => [name, newSecret(name)]))
}

export function newSecret(name: string): string {
  if (name === 'ADMIN_PIN') return makePin()
  if (name === 'VAPID_PRIVATE_KEY') return createVapidPrivateKey()
  return `k${randomBytes(BYTES).toString('hex')}` // a letter first: nats-server would parse 12e5 as a number
}
