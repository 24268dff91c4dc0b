import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, vi } from 'vitest'

/** What a process under test is configured with. Add what your service wants on top. */
export interface TestEnv {
  NODE_ENV: 'test'
  LOG_LEVEL: 'silent' | 'warn'
  HOST: string
  PORT: number
  STOP_DELAY_MS: string
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
    STOP_DELAY_MS: '0',
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

/**
 * A nats-server for this file alone. It ends with the test process, however that ends: the shell around it kills it when
 * the pipe from here closes.
 */
export async function startBroker(): Promise<Broker> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-nats-'))
  const serve = 'nats-server -a 127.0.0.1 -p -1 -js -sd "$0" --ports_file_dir "$0" & cat; kill -9 $!; rm -rf "$0"'
  spawn('sh', ['-c', serve, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })

  const ports = /^nats-server_(\d+)\.ports$/
  return vi.waitFor(
    async () => {
      const file = (await readdir(folder)).find((name) => ports.test(name)) ?? ''
      const pid = Number(ports.exec(file)?.[1])
      const { nats } = JSON.parse(await readFile(path.join(folder, file), 'utf8'))
      return { url: String(nats[0]), signal: (signal: NodeJS.Signals) => void process.kill(pid, signal) }
    },
    { timeout: 10_000, interval: 20 },
  )
}

declare module 'vitest' {
  interface ProvidedContext {
    mongoUrl: string
    natsUrl: string
    redisUrl: string
  }
}
