import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { vi } from 'vitest'
import { afterTestOrFile } from './after-test-or-file.ts'
import { sendSignal } from './send-signal.ts'
import { WAIT } from './wait.ts'

export interface TestRedis {
  url: string
  /** Injects faults: `redis.signal('SIGSTOP')`. */
  signal(signal: NodeJS.Signals): void
}

export interface TestSentinels {
  /** Addresses of three Sentinels, separated by commas. */
  sentinels: string
  /** Their name of the master. */
  master: string
  /** Master and two replicas at the start. */
  servers: [TestRedis, ...TestRedis[]]
  /** Resolves once both replicas have all that the first master has now. */
  untilInSync(): Promise<void>
}

const MASTER = 'zing'
const DOWN_AFTER_MS = 500
const FAILOVER_TIMEOUT_MS = 3_000

/** Starts a Redis for this test or file alone. */
export async function startRedis(port?: number, config: string[] = []): Promise<TestRedis> {
  return run(port ?? (await freePort()), ["save ''", 'repl-diskless-sync-delay 0', ...config])
}

/** Starts a master with two replicas and three Sentinels, which replace a lost master after about two seconds. */
export async function startRedisSentinels(): Promise<TestSentinels> {
  const ports = await Promise.all(Array.from({ length: 6 }, freePort))
  const [master = 0, ...replicas] = ports.slice(0, 3)
  const sentinels = ports.slice(3)
  const servers = await Promise.all([
    startRedis(master),
    ...replicas.map((port) => startRedis(port, [`replicaof 127.0.0.1 ${master}`])),
  ])
  const untilInSync = () =>
    vi.waitFor(async () => {
      const info = await ask(master, 'info replication')
      const offsets = [...info.matchAll(/^slave\d:.*,state=online,offset=(\d+)/gm)].map(([, offset]) => Number(offset))
      const [, written] = /^master_repl_offset:(\d+)/m.exec(info) ?? []
      if (offsets.length < replicas.length || Math.min(...offsets) < Number(written)) throw new Error('not in sync')
    }, WAIT)
  await untilInSync()
  await Promise.all(sentinels.map((port) => run(port, sentinelConfig(port), '--sentinel')))

  /** Knows the others from the start, since Sentinels take seconds to find each other. */
  function sentinelConfig(own: number): string[] {
    const others = sentinels.filter((port) => port !== own)
    return [
      `sentinel myid ${idOf(own)}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${master} 2`,
      `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
      `sentinel failover-timeout ${MASTER} ${FAILOVER_TIMEOUT_MS}`,
      ...replicas.map((port) => `sentinel known-replica ${MASTER} 127.0.0.1 ${port}`),
      ...others.map((port) => `sentinel known-sentinel ${MASTER} 127.0.0.1 ${port} ${idOf(port)}`),
    ]
  }
  return { sentinels: sentinels.map((port) => `127.0.0.1:${port}`).join(), master: MASTER, servers, untilInSync }
}

function idOf(port: number): string {
  return String(port).padStart(40, '0')
}

/** Runs a server, which its shell kills when the pipe from the test process closes. */
async function run(port: number, config: string[], ...args: string[]): Promise<TestRedis> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-redis-'))
  const file = path.join(folder, 'redis.conf')
  await writeFile(file, [`port ${port}`, 'bind 127.0.0.1', `dir ${folder}`, ...config, ''].join('\n'))
  const program = '"$(command -v redis-server || command -v valkey-server)"'
  const serve = `${program} "$@" >/dev/null & echo $!; cat; kill -9 $!; rm -rf "$0"`
  const shell = spawn('sh', ['-c', serve, folder, file, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
  afterTestOrFile(() => shell.stdin.end())

  const [pid] = await once(shell.stdout, 'data')
  await vi.waitFor(() => ask(port, 'ping'), WAIT)
  return { url: `redis://127.0.0.1:${port}`, signal: (signal) => sendSignal(Number(pid), signal) }
}

/** Returns the first bytes of the response to a command. */
async function ask(port: number, command: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${command}\r\n`)
  const [response] = await once(socket, 'data')
  socket.destroy()
  return String(response)
}
