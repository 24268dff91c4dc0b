import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { startEmbeddedMongo } from '@zing/embedded-mongo/start-embedded-mongo'
import mongoose from 'mongoose'
import { inject, vi } from 'vitest'
import { afterTestOrFile } from './after-test-or-file.ts'
import { sendSignal } from './send-signal.ts'
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

/** A database of its own, which is dropped at the end. */
export function testDatabase(): string {
  const url = new URL(inject('mongoUrl'))
  url.pathname = `/zing_test_${randomUUID().slice(0, 8)}`
  afterTestOrFile(() => dropDatabase(url.href))
  return url.href
}

/** Starts a database server for this file alone: an operator's command reads all databases, and others' take minutes. */
export async function startMongo(): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-mongo-'))
  const { url, stop } = await startEmbeddedMongo({ port: 0, dataDir })
  afterTestOrFile(async () => {
    await stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return url
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

/**
 * Starts a nats-server for this file alone; its shell kills it when the pipe from the test process closes. Its log is a file,
 * so that a panic is all that it prints.
 */
export async function startNats(options = '', program = 'nats-server'): Promise<TestNats> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-nats-'))
  const serve = `${program} -a 127.0.0.1 -p -1 -js -sd "$0" --ports_file_dir "$0" -l "$0/log" ${options} & cat; kill -9 $! 2>&-; rm -rf "$0"`
  const shell = spawn('sh', ['-c', serve, folder], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  })

  afterTestOrFile(() => shell.stdin.end())

  const ports = /^nats-server_(\d+)\.ports$/
  return vi.waitFor(async () => {
    const file = (await readdir(folder)).find((name) => ports.test(name)) ?? ''
    const pid = Number(ports.exec(file)?.[1])
    const { nats } = JSON.parse(await readFile(path.join(folder, file), 'utf8'))
    return { url: String(nats[0]), signal: (signal: NodeJS.Signals) => sendSignal(pid, signal) }
  }, WAIT)
}

export interface TestNatsCluster {
  /** The servers, separated by commas. */
  urls: string
  servers: (TestNats & { name: string })[]
  /** The server that places streams and consumers. */
  metaLeader(): Promise<TestNats>
  /** Starts the server that was left out. */
  startMissing(): Promise<void>
}

/** Version 2.15 of nats-server; null where tests of clusters with replicas cannot run. */
export const replicatingNats = inject('replicatingNats')

/**
 * Starts a cluster of three servers, each with a shell as in `startNats`, or leaves the third out. A server lists the others
 * only: with itself it would expect four, and two of three would elect no leader.
 */
export async function startNatsCluster({ isThirdMissing = false } = {}): Promise<TestNatsCluster> {
  const routes = await Promise.all([1, 2, 3].map(freePort))
  const addresses = routes.map((port) => `nats://127.0.0.1:${port}`)
  const ports = await Promise.all([1, 2, 3].map(freePort))
  const monitors = await Promise.all([1, 2, 3].map(freePort))
  const servers: TestNatsCluster['servers'] = []
  async function startServer(index: number): Promise<void> {
    const name = `test-${index}`
    const others = addresses.filter((_, other) => other !== index)
    const options = `-p ${ports[index]} -m ${monitors[index]} -n ${name} --cluster_name test --cluster ${addresses[index]} --routes ${others}`
    servers[index] = { ...(await startNats(options, replicatingNats ?? 'nats-server')), name }
  }
  await Promise.all((isThirdMissing ? [0, 1] : [0, 1, 2]).map(startServer))
  return {
    urls: ports.map((port) => `nats://127.0.0.1:${port}`).join(),
    servers,
    metaLeader: () =>
      vi.waitFor(async () => {
        const response = await Promise.any(monitors.map((port) => fetch(`http://127.0.0.1:${port}/jsz`)))
        const { meta_cluster } = (await response.json()) as { meta_cluster: { leader: string } } // of NATS
        const leader = servers.find(({ name }) => name === meta_cluster.leader)
        if (!leader) throw new Error(`no meta leader: ${meta_cluster.leader}`)
        return leader
      }, WAIT),
    startMissing: () => startServer(2),
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    mongoUrl: string
    natsUrl: string
    redisUrl: string
    replicatingNats: string | null
  }
}
