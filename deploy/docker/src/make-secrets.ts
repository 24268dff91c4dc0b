import { randomBytes } from 'node:crypto'
import { makePin } from '@zing/local/secrets'
import { requiredVariables } from './interpolate.ts'

const HEADER = `# Written by "npm run compose:secrets". Nobody else may read it, and without it the databases stay closed: keep a copy.
# Everything that docker-compose.yml gives a default can be set here, too.
`
const BYTES = 32
const LOCAL = 'http://localhost:8080'

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
