import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { databaseOf, PROCESS_NAMES, PROCESSES, type ProcessName, SERVICES_WITH_DATABASE } from '@zing/proto/processes'
import { mongoPassword, natsPassword, type Secrets } from './secret-values.ts'

/** The shared secrets that a process reads besides the addresses of its servers. */
const OWN: Record<ProcessName, string[]> = {
  gateway: ['INTERNAL_TOKEN_SECRET', 'SESSION_SECRET', 'VAPID_PUBLIC_KEY'],
  auth: ['INTERNAL_TOKEN_SECRET', 'SESSION_SECRET'],
  social: ['INTERNAL_TOKEN_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  chat: ['INTERNAL_TOKEN_SECRET', 'VAPID_PUBLIC_KEY'],
  admin: ['INTERNAL_TOKEN_SECRET', 'ADMIN_PIN'],
  vision: [],
}

/** Returns the files of each container: what it needs and no more. */
export function secretFiles(secrets: Secrets): Record<string, Secrets> {
  const all: Secrets = { ...secrets, VAPID_PUBLIC_KEY: vapidPublicKeyOf(secrets.VAPID_PRIVATE_KEY ?? '') }
  const pick = (names: string[]) => Object.fromEntries(names.map((name) => [name, all[name] ?? '']))
  const processes = PROCESS_NAMES.map((name) => [name, { ...pick(OWN[name]), ...addressesOf(name, secrets) }])
  return {
    ...Object.fromEntries(processes),
    // the last one lets MongoDB begin, which creates its users once
    mongodb: pick([...SERVICES_WITH_DATABASE.map(mongoPassword), 'MONGO_ROOT_PASSWORD']),
    nats: pick(PROCESS_NAMES.map(natsPassword)),
    redis: pick(['REDIS_PASSWORD']),
  }
}

function addressesOf(name: ProcessName, secrets: Secrets): Secrets {
  const password = (variable: string) => encodeURIComponent(secrets[variable] ?? '')
  const { servers } = PROCESSES[name]
  const database = databaseOf(name)
  return {
    NATS_URL: `nats://${name}:${password(natsPassword(name))}@nats:4222`,
    ...(servers.includes('mongodb') && {
      MONGO_URL: `mongodb://${database}:${password(mongoPassword(name))}@mongodb:27017/${database}`,
    }),
    ...(servers.includes('redis') && { REDIS_URL: `redis://:${password('REDIS_PASSWORD')}@redis:6379` }),
  }
}
