import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import mongoose from 'mongoose'
import { inject, vi } from 'vitest'
import { afterTestOrFile } from './after-test-or-file.ts'
import { freePort } from './fork-service.ts'
import { WAIT } from './wait.ts'

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

/** Gives one test file its own database and its own nats-server, so that files can run in parallel. */
export async function testEnv(): Promise<TestEnv> {
  return {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: 0,
    STOP_DELAY_MS: '0',
    MONGO_URL: testDatabase(),
    NATS_URL: (await startNats()).url,
    REDIS_URL: inject('redisUrl'),
    INTERNAL_TOKEN_SECRET: `internal-${randomUUID()}`,
    SESSION_SECRET: `session-${randomUUID()}`,
  }
}

/** A database of its own, which is dropped at the end: `npm run erased` reads all databases of the server. */
export function testDatabase(): string {
  const url = new URL(inject('mongoUrl'))
  url.pathname = `/zing_test_${randomUUID().slice(0, 8)}`
  afterTestOrFile(() => dropDatabase(url.href))
  return url.href
}

async function dropDatabase(url: string): Promise<void> {
  const connection = await mongoose.createConnection(url).asPromise()
  await connection.dropDatabase()
  await connection.close()
}

export interface TestNats {
  url: string
  /** Injects faults: `nats.signal('SIGSTOP')`. */
  signal(signal: NodeJS.Signals): void
}

/** Starts a nats-server for this file alone; its shell kills it when the pipe from the test process closes. */
export async function startNats(options = ''): Promise<TestNats> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-nats-'))
  const serve = `nats-server -a 127.0.0.1 -p -1 -js -sd "$0" --ports_file_dir "$0" ${options} & cat; kill -9 $!; rm -rf "$0"`
  const shell = spawn('sh', ['-c', serve, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })

  afterTestOrFile(() => shell.stdin.end())

  const ports = /^nats-server_(\d+)\.ports$/
  return vi.waitFor(async () => {
    const file = (await readdir(folder)).find((name) => ports.test(name)) ?? ''
    const pid = Number(ports.exec(file)?.[1])
    const { nats } = JSON.parse(await readFile(path.join(folder, file), 'utf8'))
    return { url: String(nats[0]), signal: (signal: NodeJS.Signals) => void process.kill(pid, signal) }
  }, WAIT)
}

export interface TestNatsCluster {
  /** The servers, separated by commas. */
  urls: string
  servers: TestNats[]
}

/** Starts a cluster of three servers, each with a shell as in `startNats`. */
export async function startNatsCluster(): Promise<TestNatsCluster> {
  const routes = await Promise.all([1, 2, 3].map(freePort))
  const list = routes.map((port) => `nats://127.0.0.1:${port}`)
  const servers = await Promise.all(
    list.map((route, index) =>
      startNats(`-n test-${index} --cluster_name test --cluster ${route} --routes ${list.join()}`),
    ),
  )
  return { urls: servers.map(({ url }) => url).join(), servers }
}

declare module 'vitest' {
  interface ProvidedContext {
    mongoUrl: string
    natsUrl: string
    redisUrl: string
  }
}
