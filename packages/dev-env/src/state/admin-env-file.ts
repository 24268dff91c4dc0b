import path from 'node:path'
import { writePrivate } from './write-private.ts'

/**
 * Writes `admin.env` for operators' commands such as `npm run admin:unlock`, because the servers' ports change with
 * each start.
 */
export async function writeAdminEnv(dataDir: string, mongoUrl: string, natsUrl: string): Promise<void> {
  await writePrivate(path.join(dataDir, 'admin.env'), `MONGO_URL='${mongoUrl}'\nNATS_URL='${natsUrl}'\n`)
}
