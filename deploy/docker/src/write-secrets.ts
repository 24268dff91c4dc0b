import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeSecrets } from './make-secrets.ts'
import { COMPOSE, ROOT } from './paths.ts'

// `npm run compose:secrets [-- --domain zing.example.org]`
const file = process.env.ENV_FILE || path.join(ROOT, '.env')
const DOMAIN = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/

try {
  const { domain = null } = parseArgs({ options: { domain: { type: 'string' } } }).values
  if (domain && !DOMAIN.test(domain)) throw new Error(`${domain} is no domain such as zing.example.org.`)
  await writeFile(file, makeSecrets(await readFile(COMPOSE, 'utf8'), domain), { mode: 0o600, flag: 'wx' })
  console.log(`${file} is written. Next: docker compose up --build --detach`)
} catch (error) {
  const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST'
  console.error(isThere ? `${file} is there already and stays as it is: its secrets are in use.` : String(error))
  process.exitCode = 1
}
