import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { readOptions } from '@zing/dev-env/config/options'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { startMongodb } from '@zing/dev-env/servers/start-servers'
import { StartError } from '@zing/dev-env/start-error'
import { lockDataFolder } from '@zing/dev-env/state/data-folder'
import mongoose, { type mongo } from 'mongoose'
import { tryLock, unlock } from '../../../packages/dev-env/bootstrap/pid-lock.mjs'

export interface Connection {
  client: mongo.MongoClient
  /** The data folder if this process has locked it; null for a server that other processes may use. */
  dataDir: string | null
  close(): Promise<void>
}

const WAIT_MS = 5_000
const COMMAND_MS = 60_000

/** Connects to MONGO_URL, to the MongoDB of a running `npm start`, or to a new one on the data folder. */
export async function connectForBackup(env: NodeJS.ProcessEnv): Promise<Connection> {
  const { dataDir } = readOptions(env)
  if (env.MONGO_URL) return connect(env.MONGO_URL)
  if (!existsSync(dataDir)) {
    throw new StartError(`There is no ${dataDir} to back up: set DATA_DIR, or MONGO_URL for a server of your own.`)
  }
  const lock = path.join(dataDir, 'lock')
  if (tryLock(lock) !== null) return connect(await urlOfRunningProduct(dataDir))
  return startAndConnect(dataDir, env, () => unlock(lock))
}

/** Connects like `connectForBackup`, but never to a running `npm start`, whose services would write during the restore. */
export async function connectForRestore(env: NodeJS.ProcessEnv): Promise<Connection> {
  const { dataDir } = readOptions(env)
  if (env.MONGO_URL) return connect(env.MONGO_URL)
  return startAndConnect(dataDir, env, await lockDataFolder(dataDir))
}

async function startAndConnect(dataDir: string, env: NodeJS.ProcessEnv, release: () => void): Promise<Connection> {
  const processes = createProcesses({ reaper: createReaper() })
  async function stop(): Promise<void> {
    await processes.stopAll()
    release()
  }
  try {
    const server = await startMongodb({ dataDir, env, log: console.log, start: processes.start })
    const { client, close } = await connect(server.url)
    return {
      client,
      dataDir,
      close: () =>
        close()
          .then(() => server.stop())
          .then(stop),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function connect(url: string): Promise<Connection> {
  const client = new mongoose.mongo.MongoClient(url, {
    serverSelectionTimeoutMS: WAIT_MS,
    connectTimeoutMS: WAIT_MS,
    socketTimeoutMS: COMMAND_MS,
    writeConcern: { w: 'majority', journal: true },
  })
  await client.connect().catch((error: Error) => {
    throw new StartError(`The connection to MongoDB failed: ${error.message}`)
  })
  return { client, dataDir: null, close: () => client.close() }
}

async function urlOfRunningProduct(dataDir: string): Promise<string> {
  const noted = parseEnv(await readFile(path.join(dataDir, 'admin.env'), 'utf8').catch(() => ''))
  if (noted.MONGO_URL) return noted.MONGO_URL
  throw new StartError(`The Zing that uses ${dataDir} isn't running yet. Try again when it is.`)
}
