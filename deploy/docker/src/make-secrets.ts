import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { makePin } from '@zing/dev-env/state/secrets-file'
import { requiredVariables } from './interpolate.ts'
import { COMPOSE } from './paths.ts'

const HEADER = `# Written by "npm run compose:secrets". Nobody else may read it, and without it the databases stay closed: keep a copy.
# Everything that docker-compose.yml gives a default can be set here, too.
`
const BYTES = 32
const LOCAL = 'http://localhost:8080'
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

/** Writes the file, for its owner alone. Throws if it is there: its secrets are in use. */
export async function writeSecrets(file: string, domain: string | null): Promise<void> {
  if (domain && !DOMAIN.test(domain)) throw new Error(`${domain} is no domain such as zing.example.org.`)
  const text = makeSecrets(await readFile(COMPOSE, 'utf8'), domain)
  await writeFile(file, text, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new Error(`${file} is there already and stays as it is: its secrets are in use.`)
  })
}

/** The text of `.env`: a value for every variable that the compose file wants and has no default for. */
export function makeSecrets(compose: string, domain: string | null): string {
  const secrets = requiredVariables(compose).map((name) => `${name}=${valueFor(name, domain)}`)
  const tls = domain ? ['COMPOSE_PROFILES=tls', `ZING_DOMAIN=${domain}`, 'TRUST_PROXY=1'] : []
  return `${HEADER}${[...secrets, ...tls].join('\n')}\n`
}

function valueFor(name: string, domain: string | null): string {
  if (name === 'PUBLIC_ORIGINS') return domain ? `https://${domain}` : LOCAL
  if (name === 'ADMIN_PIN') return makePin()
  return `k${randomBytes(BYTES).toString('hex')}` // a letter first: the broker would read 12e5 as a number
}
