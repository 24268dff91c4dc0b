import { existsSync, readdirSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { acceptsConnections } from '@zing/dev-env/processes/accepts-connections'
import { freePort } from '@zing/dev-env/processes/free-port'
import type { Processes } from '@zing/dev-env/processes/processes'
import { asUser, giveTo, runAs } from './unprivileged.ts'

const VERSIONS = '/usr/lib/postgresql' // folder on Debian and Ubuntu
const USER = 'postgres'
export const DATABASE_USER = 'bench'
const READY_MS = 30_000

export interface Postgres {
  version: string
  port: number
  pid: number
  /** Runs SQL from a file. */
  runFile(database: string, file: string): Promise<void>
  run(database: string, sql: string): Promise<void>
}

/** Returns the program folder of the newest PostgreSQL; null if there is none. */
export function findPostgres(): string | null {
  if (!existsSync(VERSIONS)) return null
  const newest = readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => path.join(VERSIONS, version, 'bin'))
  return newest.find((bin) => existsSync(path.join(bin, 'postgres'))) ?? null
}

/** Starts PostgreSQL on loopback with its default settings, which include durable commits. */
export async function startPostgres(processes: Processes, name: string, dataDir: string): Promise<Postgres> {
  const bin = findPostgres()
  if (!bin) throw new Error('PostgreSQL is not installed')
  const program = (file: string) => path.join(bin, file)
  const data = path.join(dataDir, 'postgres')
  await mkdir(data)
  await giveTo(USER, data)
  await runAs(USER, program('initdb'), [
    ...['--pgdata', data, '--username', DATABASE_USER],
    ...['--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'],
  ])
  const port = await freePort()
  const { pid } = await processes.start({
    name: `${name} PostgreSQL`,
    ...asUser(USER, program('postgres'), [
      ...['-D', data, '-h', '127.0.0.1', '-p', String(port)],
      ...['-c', 'unix_socket_directories='],
    ]),
    isReady: () => acceptsConnections(port),
    readyWithinMs: READY_MS,
  })
  if (!pid) throw new Error('PostgreSQL has no process')

  async function psql(database: string, args: string[]): Promise<void> {
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', DATABASE_USER, '-d', database]
    await runAs(USER, program('psql'), ['--quiet', '--no-psqlrc', '-v', 'ON_ERROR_STOP=1', ...address, ...args])
  }
  return {
    version: await versionOf(program('postgres')),
    port,
    pid,
    runFile: (database, file) => psql(database, ['-f', file]),
    run: (database, sql) => psql(database, ['-c', sql]),
  }
}

async function versionOf(postgres: string): Promise<string> {
  const line = await runAs(USER, postgres, ['--version'])
  return `PostgreSQL ${/\d+(\.\d+)*/.exec(line)?.[0] ?? ''}`
}
