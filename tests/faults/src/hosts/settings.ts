import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { ROOT } from '@zing/dev-env/root'
import type { Secrets } from '@zing/dev-env/state/secrets-file'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'

/** The files that a keeper copies to each host (docs/deployment.md). */
const TEMPLATES = path.join(ROOT, 'deploy', 'hosts')
const PERMISSIONS = path.join(ROOT, 'deploy', 'docker', 'nats.conf')
const FILLED = /\.(conf|cfg|env|http)$/

/** Values of `deploy/hosts/host.env.example`. */
export type Values = { [name: string]: string }

/** Values that all hosts share; `addresses` are the three hosts. */
export function sharedValues(addresses: string[], secrets: Secrets): Values {
  const password = () => randomBytes(24).toString('hex')
  const each = (name: (kind: string) => string) =>
    Object.fromEntries(PROCESS_NAMES.map((kind) => [name(kind.toUpperCase()), password()]))
  return {
    ...Object.fromEntries(addresses.map((address, index) => [`HOST_${index + 1}`, address])),
    ...each((kind) => `NATS_${kind}_PASSWORD`),
    ...each((kind) => `MONGO_${kind}_PASSWORD`),
    NATS_CLUSTER_PASSWORD: password(),
    REDIS_PASSWORD: password(),
    INTERNAL_TOKEN_SECRET: secrets.internalTokenSecret,
    SESSION_SECRET: secrets.sessionSecret,
    ADMIN_PIN: secrets.adminPin,
    VAPID_PRIVATE_KEY: secrets.vapidPrivateKey,
    VAPID_PUBLIC_KEY: vapidPublicKeyOf(secrets.vapidPrivateKey),
  }
}

/** Adds the values in which the hosts differ. */
export function ownValues(name: string, address: string, values: Values): Values {
  const others = [values.HOST_1, values.HOST_2, values.HOST_3].filter((host) => host !== address)
  return { ...values, NAME: name, HOST: address, OTHER_1: others[0] ?? '', OTHER_2: others[1] ?? '' }
}

/** Fills in the files of `deploy/hosts`, as `envsubst` does. */
export async function writeSettings(folder: string, values: Values): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const file of (await readdir(TEMPLATES)).filter((name) => FILLED.test(name))) {
    const text = await readFile(path.join(TEMPLATES, file), 'utf8')
    await writeFile(path.join(folder, file), fillIn(text, values))
  }
  await copyFile(PERMISSIONS, path.join(folder, 'permissions.conf'))
  const { HOST, HOST_1 } = values
  if (HOST !== HOST_1) await appendFile(path.join(folder, 'redis.conf'), `replicaof ${HOST_1} 6379\n`)
}

/** Makes the certificate that the NATS servers share, as a keeper does. */
export async function makeCertificate(folder: string, values: Values): Promise<void> {
  await mkdir(folder, { recursive: true })
  const env = { ...process.env, ...values, CONFIG: folder }
  await promisify(execFile)(path.join(TEMPLATES, 'make-certificate.sh'), { env })
}

/** Replaces each `${NAME}`; an unknown name becomes empty. */
export function fillIn(text: string, values: Values): string {
  return text.replace(/\$\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
}

/** Environment of a process as its unit sets it. */
export async function environmentOf(folder: string, kind: ProcessName | 'nats'): Promise<Values> {
  const files = kind === 'nats' ? ['nats.env'] : ['common.env', `${kind}.env`]
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))
  return Object.fromEntries(texts.flatMap((text) => Object.entries(parseEnv(text)))) as Values // values are texts
}
