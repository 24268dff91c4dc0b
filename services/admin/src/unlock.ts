import path from 'node:path'
import mongoose from 'mongoose'
import { unlockPin } from './domain/unlock-pin.ts'
import { createModels } from './models/models.ts'

// `npm run admin:unlock`, for operators: all attempts at the PIN are there again. The database is that of the service admin:
// MONGO_URL, or the one that a running `npm start` has noted in its data folder.
const NOTED = path.resolve(process.env.DATA_DIR || '.data', 'admin.env')
const WAIT_MS = 5_000

try {
  const db = await mongoose.createConnection(databaseUrl(), { serverSelectionTimeoutMS: WAIT_MS }).asPromise()
  await unlockPin({ models: createModels(db) })
  await db.close()
  process.stdout.write('The admin PIN is unlocked: all attempts are there again.\n')
} catch (error) {
  process.stderr.write(`The admin PIN is as it was: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}

function databaseUrl(): string {
  if (!process.env.MONGO_URL) tryToLoad(NOTED)
  if (process.env.MONGO_URL) return process.env.MONGO_URL
  throw new Error(`set MONGO_URL to the database of the service admin (${NOTED} does not name one).`)
}

function tryToLoad(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch {
    // nothing was ever started here: the caller says what to do
  }
}
