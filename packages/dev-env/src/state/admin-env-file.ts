import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes `admin.env` for operators' commands such as `npm run admin:unlock`, because the servers' ports change with
 * each start.
 */
export async function writeAdminEnv(dataDir: string, mongoUrl: string, natsUrl: string): Promise<void> {
  const file = path.join(dataDir, 'admin.env')
  await writeFile(`${file}.new`, `MONGO_URL='${mongoUrl}'\nNATS_URL='${natsUrl}'\n`, { mode: 0o600 }) // it may hold a password
  await rename(`${file}.new`, file)
}
