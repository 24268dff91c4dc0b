import mongoose, { type Connection } from 'mongoose'
import type { Log } from '../observability/logger.ts'
import { mongoCommands, mongoUp } from '../observability/metrics.ts'
import { retryForever } from '../retry.ts'

mongoose.set('sanitizeFilter', false) // zod makes scalars of everything first; our own filters use operators

/**
 * Connects to this process's own database, trying for ever. No command waits longer than 4 s (faults.md section 4):
 * a paused database is answered with 503, not with silence.
 */
export async function connectMongo(url: string, log: Log): Promise<Connection> {
  const db = mongoose.createConnection()
  db.on('error', (err) => log.warn({ err }, 'database error'))
  mongoUp.set(0)
  db.on('connected', () => mongoUp.set(1))
  db.on('disconnected', () => mongoUp.set(0))
  await retryForever(log, 'connect to the database', () =>
    db.openUri(url, {
      serverSelectionTimeoutMS: 2_000,
      connectTimeoutMS: 2_000,
      socketTimeoutMS: 4_000,
      waitQueueTimeoutMS: 2_000, // a burst of 200 sends into one conversation waits its turn also on a slow machine
      maxPoolSize: 10,
      heartbeatFrequencyMS: 2_000,
      autoIndex: false,
      autoCreate: false,
      bufferCommands: false,
      w: 'majority',
      journal: true,
      monitorCommands: true,
    }),
  )
  db.getClient().on('commandStarted', ({ commandName }) => mongoCommands.inc({ command: commandName }))
  return db
}

/** Creates the indexes that the models declare. A service is not ready before: uniqueness is an index. */
export async function createIndexes(db: Connection, log: Log): Promise<void> {
  for (const model of Object.values(db.models)) {
    await retryForever(log, `create the indexes of ${model.modelName}`, () => model.createIndexes())
  }
}

/** Readiness: the database answers now. */
export async function isAnswering(db: Connection): Promise<boolean> {
  await db.db?.admin().ping()
  return db.readyState === mongoose.ConnectionStates.connected
}
