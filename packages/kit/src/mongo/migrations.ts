import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Log } from '../observability/logger.ts'
import { retry } from '../timing/retry.ts'
import { isDatabaseUnavailable, isDuplicateKey } from './errors.ts'

export interface Migration {
  /** Stored in the database, so it never changes: `0001-rename-dead-events`. */
  name: string
  /** Must repeat safely: after a crash it runs again from its start. Every process of the service waits while it runs. */
  up(db: Connection): Promise<void>
}

interface Recorded {
  _id: string
  at: Date
}

interface Lease {
  _id: string
  holder: string
  expiresAt: Date
}

const LEASE_ID = 'lease'
const LEASE_MS = 30_000
const RENEW_MS = LEASE_MS / 3
const POLL_MS = 250

export interface MigrationTimes {
  leaseMs: number
  pollMs: number
}

/**
 * Runs the migrations that the collection `migrations` does not record, in the order of the list. One process holds a lease
 * of LEASE_MS; the others wait until all are recorded, or take an expired lease over. While the database is unavailable,
 * as in an election, it tries again. Rejects with any other error of a migration.
 */
export async function runMigrations(
  db: Connection,
  migrations: readonly Migration[],
  log: Log,
  { leaseMs, pollMs }: MigrationTimes = { leaseMs: LEASE_MS, pollMs: POLL_MS },
): Promise<void> {
  const holder = randomUUID()
  async function runAll(): Promise<void> {
    while ((await pendingOf(db, migrations)).length > 0) {
      if (await acquireLease(db, holder, leaseMs)) await runPending(db, migrations, { log, holder, leaseMs })
      else await pause(pollMs)
    }
  }
  await retry(runAll, {
    onFailure(err) {
      if (!isDatabaseUnavailable(err)) throw err
      log.warn({ err }, 'migrations interrupted, retrying')
    },
  })
}

interface Run {
  log: Log
  /** Names this process in the lease. */
  holder: string
  leaseMs: number
}

async function runPending(
  db: Connection,
  migrations: readonly Migration[],
  { log, holder, leaseMs }: Run,
): Promise<void> {
  function renew(): void {
    acquireLease(db, holder, leaseMs).catch((err: unknown) => log.warn({ err }, 'migration lease not renewed'))
  }
  const renewal = setInterval(renew, Math.min(RENEW_MS, leaseMs / 3))
  try {
    for (const migration of await pendingOf(db, migrations)) {
      const startedAt = performance.now()
      await migration.up(db)
      if (!(await acquireLease(db, holder, leaseMs))) {
        log.warn({ migration: migration.name }, 'lost the lease during a migration')
        return // another process runs it again
      }
      await recordsOf(db).updateOne({ _id: migration.name }, { $set: { at: new Date() } }, { upsert: true })
      log.info({ migration: migration.name, ms: Math.round(performance.now() - startedAt) }, 'migration done')
    }
  } finally {
    clearInterval(renewal)
    await leasesOf(db).deleteOne({ _id: LEASE_ID, holder })
  }
}

async function acquireLease(db: Connection, holder: string, leaseMs: number): Promise<boolean> {
  const now = Date.now()
  const isFree = { $or: [{ holder }, { expiresAt: { $lt: new Date(now) } }] }
  const lease = { holder, expiresAt: new Date(now + leaseMs) }
  const leases = leasesOf(db)
  const { matchedCount } = await leases.updateOne({ _id: LEASE_ID, ...isFree }, { $set: lease })
  if (matchedCount === 1) return true
  try {
    await leases.insertOne({ _id: LEASE_ID, ...lease })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false // another process holds it
    throw error
  }
}

async function pendingOf(db: Connection, migrations: readonly Migration[]): Promise<Migration[]> {
  const names = migrations.map(({ name }) => name)
  const recorded = await recordsOf(db)
    .find({ _id: { $in: names } })
    .toArray()
  const done = new Set(recorded.map(({ _id }) => _id))
  return migrations.filter(({ name }) => !done.has(name))
}

function recordsOf(db: Connection) {
  return db.collection<Recorded>('migrations')
}

function leasesOf(db: Connection) {
  return db.collection<Lease>('migrations')
}
