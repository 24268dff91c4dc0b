import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject, vi } from 'vitest'

/** What a process under test is configured with. Add what your service wants on top. */
export interface TestEnv {
  NODE_ENV: 'test'
  LOG_LEVEL: 'silent' | 'warn'
  HOST: string
  PORT: number
  MONGO_URL: string
  NATS_URL: string
  REDIS_URL: string
  INTERNAL_TOKEN_SECRET: string
  SESSION_SECRET: string
}

/**
 * Servers for one test file: a database and a broker of its own, so that files can run side by side. Everything is real;
 * MongoDB is the one that vitest's global set-up found. Ended after the file.
 */
export async function testEnv(): Promise<TestEnv> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: 0,
    MONGO_URL: testDatabase(),
    NATS_URL: (await startBroker()).url,
    REDIS_URL: inject('redisUrl'),
    INTERNAL_TOKEN_SECRET: `internal-${randomUUID()}`,
    SESSION_SECRET: `session-${randomUUID()}`,
  }
}

/** A database name that nobody else uses, on the server that MONGO_URL or the set-up gave. */
export function testDatabase(): string {
  const url = new URL(inject('mongoUrl'))
  url.pathname = `/zing_test_${randomUUID().slice(0, 8)}`
  return url.href
}

export interface Broker {
  url: string
  /** For faults: `broker.signal('SIGSTOP')`. */
  signal(signal: NodeJS.Signals): void
}

/** A nats-server for this file alone. */
export async function startBroker(): Promise<Broker> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-nats-'))
  const server = spawn(
    'nats-server',
    ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', folder, '--ports_file_dir', folder],
    {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    },
  )
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })

  const url = await vi.waitFor(
    async () => {
      const ports = JSON.parse(await readFile(path.join(folder, `nats-server_${server.pid}.ports`), 'utf8'))
      return String(ports.nats[0])
    },
    { timeout: 10_000, interval: 20 },
  )
  return { url, signal: (signal) => void server.kill(signal) }
}

declare module 'vitest' {
  interface ProvidedContext {
    mongoUrl: string
    natsUrl: string
    redisUrl: string
  }
}
