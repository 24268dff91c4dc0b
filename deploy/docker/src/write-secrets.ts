import path from 'node:path'
import { parseArgs } from 'node:util'
import { writeSecrets } from './make-secrets.ts'
import { ROOT } from './paths.ts'

// `npm run compose:secrets [-- --domain zing.example.org]`, for those who keep the secrets themselves: without it the container
// `secrets` creates them.
try {
  const { domain = null } = parseArgs({ options: { domain: { type: 'string' } } }).values
  await writeSecrets(path.join(ROOT, '.env'), domain)
  console.log('.env is written, for a new installation: MongoDB keeps the passwords of its first start.')
  console.log('Next: docker compose up --build --detach')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
