import { readFile, writeFile } from 'node:fs/promises'
import { vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import { newSecrets } from './secrets/secret-values.ts'

const HEADER = `# Written by "npm run compose:secrets". Keep it private, and keep a copy: without it the databases cannot be opened.
# Every variable of docker-compose.yml can be set here too.
`
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Writes the file, readable by its owner only. Throws if it exists: its secrets are in use. */
export async function writeSecrets(file: string, domain: string | null): Promise<void> {
  if (domain && !DOMAIN.test(domain)) throw new Error(`${domain} is not a domain such as zing.example.org.`)
  const text = makeSecrets(domain)
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

/** Returns the text of `.env`, with every secret of an installation. */
export function makeSecrets(domain: string | null): string {
  const secrets = newSecrets()
  const values = {
    ...secrets,
    VAPID_PUBLIC_KEY: vapidPublicKeyOf(secrets.VAPID_PRIVATE_KEY ?? ''), // for Kubernetes
    ...(domain && { COMPOSE_PROFILES: 'tls', ZING_DOMAIN: domain }),
  }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  return `${HEADER}${lines.join('')}`
}
