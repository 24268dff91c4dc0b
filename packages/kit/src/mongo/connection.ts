import mongoose, { type Connection } from 'mongoose'
import type { Log } from '../observability/logger.ts'
import { mongoCommands, mongoUp } from '../observability/metrics.ts'
import { retry } from '../timing/retry.ts'
import { failWritesToClosedConnections } from './closed-connections.ts'
import { countMissingMembers } from './missing-members.ts'
import { rarePoolCheck } from './pool-check.ts'

mongoose.set('sanitizeFilter', false) // zod has reduced all input to scalars; our own filters use operators

/** Connects, retrying until the database is reachable. A command waits at most 4 s, so a paused database leads to a 503. */
export async function connectMongo(url: string, log: Log): Promise<Connection> {
  failWritesToClosedConnections()
  const db = mongoose.createConnection()
  db.on('error', (err) => log.warn({ err }, 'database error'))
  let isClosing = false
  mongoUp.set(0)
  db.on('connected', () => {
    mongoUp.set(1)
    log.info('MongoDB connected')
  })
  db.on('disconnecting', () => {
    isClosing = true
  })
  db.on('disconnected', () => {
    mongoUp.set(0)
    if (!isClosing) log.warn('MongoDB disconnected')
  })
  await retry(
    () =>
      db.openUri(url, {
        serverSelectionTimeoutMS: 2_000,
        connectTimeoutMS: 4_000, // covers heartbeats too; a failed heartbeat interrupts all commands of a slow database
        socketTimeoutMS: 4_000,
        waitQueueTimeoutMS: 2_000, // enough for a burst of 200 sends into one conversation on a slow machine
        maxPoolSize: 10,
        maxConnecting: 5, // after a failure the driver opens all connections again
        heartbeatFrequencyMS: 10_000, // failed commands show a dead database at once, their timeouts a paused one
        autoIndex: false,
        autoCreate: false,
        bufferCommands: false,
        w: 'majority',
        journal: true,
        monitorCommands: true,
        ...rarePoolCheck(),
      }),
    { onFailure: (err) => log.warn({ err, step: 'connect' }, 'database not reachable, retrying') },
  )
  db.getClient().on('commandStarted', ({ commandName }) => mongoCommands.inc({ command: commandName }))
  countMissingMembers(db.getClient())
  return db
}

/**
 * Creates the indexes that the models declare, retrying until all exist: uniqueness is an index. One command for each
 * collection; Mongoose would send one for each index.
 */
export async function createIndexes(db: Connection, log: Log): Promise<void> {
  for (const { modelName, schema, collection } of Object.values(db.models)) {
    const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }) as mongoose.mongo.IndexDescription)
    if (indexes.length === 0) continue
    const labels = { step: 'create indexes', model: modelName }
    const onFailure = (err: unknown) => log.warn({ err, ...labels }, 'indexes not created, retrying')
    await retry(() => collection.createIndexes(indexes), { onFailure })
  }
}

/** A process stays ready this long after the primary's last response: 10 s between heartbeats, 10 s for an election. */
const ELECTION_MS = 20_000

/**
 * Returns a function that is true while the database responds, and rejects or is false otherwise. It stays true for
 * ELECTION_MS while only secondaries of a replica set respond. Otherwise an election would make all processes not ready.
 * Concurrent calls share a ping; separate pings would take all connections of a slow database.
 */
export function createReadiness(db: Connection, now = () => performance.now()): () => Promise<boolean> {
  let running: Promise<boolean> | null = null
  let respondedAt = Number.NEGATIVE_INFINITY
  // the first heartbeats of a set came before this listens
  let secondaryRespondedAt = db.getClient().options.replicaSet ? now() : Number.NEGATIVE_INFINITY
  db.getClient().on('serverHeartbeatSucceeded', ({ reply }) => {
    if (reply.secondary) secondaryRespondedAt = now()
    if (reply.isWritablePrimary) respondedAt = now()
  })

  async function ping(): Promise<boolean> {
    await db.db?.admin().ping()
    respondedAt = now()
    return db.readyState === mongoose.ConnectionStates.connected
  }

  return async function isReady() {
    running ??= ping().finally(() => {
      running = null
    })
    if (now() - Math.min(respondedAt, secondaryRespondedAt) >= ELECTION_MS) return running
    running.catch(() => {}) // waiting for it would make probes time out
    return true
  }
}
