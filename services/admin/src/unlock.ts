import path from 'node:path'
import mongoose from 'mongoose'
import { unlockPin } from './domain/unlock-pin.ts'
import { createModels } from './models/models.ts'

// `npm run admin:unlock`: refunds all PIN attempts in the database of MONGO_URL, or of a running `npm start`.
const ENV_FILE = path.resolve(process.env.DATA_DIR || '.data', 'admin.env')
const WAIT_MS = 5_000

try {
  const db = await mongoose.createConnection(databaseUrl(), { serverSelectionTimeoutMS: WAIT_MS }).asPromise()
  await unlockPin({ models: createModels(db) })
  await db.close()
  process.stdout.write('Admin PIN unlocked: all attempts are available again.\n')
} catch (error) {
  process.stderr.write(`Admin PIN not unlocked: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

function databaseUrl(): string {
  if (!process.env.MONGO_URL) loadIfPresent(ENV_FILE)
  if (process.env.MONGO_URL) return process.env.MONGO_URL
  throw new Error(`set MONGO_URL to the database of the service admin (${ENV_FILE} does not name one)`)
}

function loadIfPresent(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch {
    // absent without `npm start`: the caller reports it
  }
}
