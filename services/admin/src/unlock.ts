import mongoose from 'mongoose'
import { unlockPin } from './domain/unlock-pin.ts'
import { createModels } from './models/models.ts'
import { operatorEnv } from './operator-env.ts'

// `npm run admin:unlock`: refunds all PIN attempts in the database of MONGO_URL, or of a running `npm start`.
const WAIT_MS = 5_000

try {
  const url = operatorEnv('MONGO_URL', 'the database of the service admin')
  const db = await mongoose.createConnection(url, { serverSelectionTimeoutMS: WAIT_MS }).asPromise()
  await unlockPin({ models: createModels(db) })
  await db.close()
  process.stdout.write('Admin PIN unlocked: all attempts are available again.\n')
} catch (error) {
  process.stderr.write(`Admin PIN not unlocked: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
