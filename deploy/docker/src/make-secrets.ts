import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { makePin } from '@zing/dev-env/state/secrets-file'
import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { requiredVariables } from './interpolate.ts'
import { COMPOSE } from './paths.ts'

const HEADER = `# Written by "npm run compose:secrets". Keep it private, and keep a copy: without it the databases cannot be opened.
# Every variable with a default in docker-compose.yml can be set here too.
`
const BYTES = 32
const LOCAL = 'http://localhost:8080'
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Writes the file, readable by its owner only. Throws if it exists: its secrets are in use. */
export async function writeSecrets(file: string, domain: string | null): Promise<void> {
  if (domain && !DOMAIN.test(domain)) throw new Error(`${domain} is not a domain such as zing.example.org.`)
  const text = makeSecrets(await readFile(COMPOSE, 'utf8'), domain)
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    const equal = equalSecrets(await readFile(file, 'utf8'))
    const advice = equal.map((names) => ` ${names.join(' and ')} are equal: give each a value of its own.`)
    throw new Error(`${file} exists already and is not changed: its secrets are in use.${advice.join('')}`)
  })
}

/** Groups of variables with the same value, which no process sees together and could report itself. */
function equalSecrets(text: string): string[][] {
  const names = [...text.matchAll(/^(\w+_(?:SECRET|PASSWORD))=(.+)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }))
  return [...Map.groupBy(names, ({ value }) => value).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.map(({ name }) => name))
}

/** Returns the text of `.env`, with a value for every variable of the compose file without a default. */
export function makeSecrets(compose: string, domain: string | null): string {
  const secrets = requiredVariables(compose).map((name) => `${name}=${valueFor(name, domain)}`)
  const tls = domain ? ['COMPOSE_PROFILES=tls', `ZING_DOMAIN=${domain}`, 'TRUST_PROXY=1'] : []
  return `${HEADER}${[...secrets, ...tls, ...vapidKeys()].join('\n')}\n`
}

/** A pair, so that it cannot be made of a value for each variable. */
function vapidKeys(): string[] {
  const privateKey = createVapidPrivateKey()
  return [`VAPID_PUBLIC_KEY=${vapidPublicKeyOf(privateKey)}`, `VAPID_PRIVATE_KEY=${privateKey}`]
}

function valueFor(name: string, domain: string | null): string {
  if (name === 'PUBLIC_ORIGINS') return domain ? `https://${domain}` : LOCAL
  if (name === 'ADMIN_PIN') return makePin()
  return `k${randomBytes(BYTES).toString('hex')}` // a letter first: nats-server would parse 12e5 as a number
}
