// Starts the embedded MongoDB like the public image of MongoDB; clients need a password. The first start on an empty
// volume creates the root user and runs the scripts of /docker-entrypoint-initdb.d.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { startEmbeddedMongo } from '@zing/embedded-mongo/start-embedded-mongo'
import { closeStore, openStore } from '@zing/embedded-mongo/storage/open-store'
import { transact } from '@zing/embedded-mongo/storage/transactions'
import { findUser, insertUser } from '@zing/embedded-mongo/users'

interface NewUser {
  user: string
  pwd: string
  roles: unknown[]
}

const HOST = '0.0.0.0'
const PORT = 27_017
const DATA_FOLDER = '/data/db'
const SCRIPTS = '/docker-entrypoint-initdb.d'
const require = createRequire(import.meta.url)

await createFirstUsers()
const running = await startEmbeddedMongo({ host: HOST, port: PORT, dataDir: DATA_FOLDER, hasUsers: true })
console.log(JSON.stringify({ url: running.url }))
process.once('SIGTERM', async () => {
  await running.stop()
  process.exit(0)
})

async function createFirstUsers(): Promise<void> {
  const { MONGO_INITDB_ROOT_USERNAME: user, MONGO_INITDB_ROOT_PASSWORD_FILE: file } = process.env
  if (!user || !file) throw new Error('MONGO_INITDB_ROOT_USERNAME and MONGO_INITDB_ROOT_PASSWORD_FILE are needed')
  const pwd = readFileSync(file, 'utf8')
  const store = openStore(DATA_FOLDER)
  if (!findUser(store, 'admin', user)) {
    const users = [{ db: 'admin', user, pwd, roles: ['root'] }, ...usersOfScripts()]
    await transact(store, () => users.forEach(({ db, ...one }) => void insertUser(store, db, one)))
  }
  await closeStore(store)
}

/** Runs the scripts with the parts of mongosh that they use. */
function usersOfScripts(): (NewUser & { db: string })[] {
  const users: (NewUser & { db: string })[] = []
  const getSiblingDB = (db: string) => ({ createUser: (user: NewUser) => void users.push({ db, ...user }) })
  for (const name of readdirSync(SCRIPTS).sort()) {
    runInNewContext(readFileSync(path.join(SCRIPTS, name), 'utf8'), { db: { getSiblingDB }, require })
  }
  return users
}
