import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Writes `admin.env` for `npm run admin:unlock`, because the port of the database changes with each start. */
export async function writeAdminEnv(dataDir: string, mongoUrl: string): Promise<void> {
  const file = path.join(dataDir, 'admin.env')
  await writeFile(`${file}.new`, `MONGO_URL='${mongoUrl}'\n`, { mode: 0o600 }) // it may hold a password
  await rename(`${file}.new`, file)
}
