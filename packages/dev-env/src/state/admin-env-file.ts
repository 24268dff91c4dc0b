import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** `admin.env` in the data folder, for `npm run admin:unlock`: the database's port is another one at each start. */
export async function noteAdminDatabase(dataDir: string, mongoUrl: string): Promise<void> {
  const file = path.join(dataDir, 'admin.env')
  await writeFile(`${file}.new`, `MONGO_URL='${mongoUrl}'\n`, { mode: 0o600 }) // it may hold a password
  await rename(`${file}.new`, file)
}
