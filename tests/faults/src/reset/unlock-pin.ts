import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { databaseUrl } from '@zing/dev-env/config/database-url'
import { ROOT } from '@zing/dev-env/root'

const COMMAND = path.join(ROOT, 'services', 'admin', 'src', 'unlock.ts')
const TIMEOUT_MS = 20_000

/** Runs the operator's command `npm run admin:unlock` for the product of the run. */
export async function unlockPin(mongoUrl: string): Promise<void> {
  const env = { ...process.env, MONGO_URL: databaseUrl(mongoUrl, 'zing_admin') }
  await promisify(execFile)(process.execPath, [COMMAND], { env, timeout: TIMEOUT_MS })
}
