import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@zing/dev-env/processes/free-port'
import { vi } from 'vitest'
import { afterTestOrFile } from './after-test-or-file.ts'
import { startProxy } from './proxy.ts'
import { type S3Server, s3Server } from './s3-server.ts'
import { sendSignal } from './send-signal.ts'
import { WAIT } from './wait.ts'

/** Faults of an S3 service. If it `hangs`, it executes calls and does not answer them. */
export const S3_FAULTS = ['answers 500', 'answers 503', 'hangs', 'cuts bodies'] as const
export type S3Fault = (typeof S3_FAULTS)[number]

/** Bytes of a connection, both ways, before it is cut. A call without a large body has fewer. */
const CUT_AFTER_BYTES = 64 * 1024

export interface TestS3 extends Pick<S3Server, 'env' | 'folder'> {
  /** The names of all objects. */
  objects(): Promise<string[]>
  /** Begins a fault between service and server, or ends it with null. Open connections close. */
  setFault(fault: S3Fault | null): void
  /** Injects faults: `s3.signal('SIGSTOP')`. */
  signal(signal: NodeJS.Signals): void
}

/** Starts an S3 server with an empty bucket for this test or file alone. */
export async function startS3(): Promise<TestS3> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'zing-s3-'))
  const { command, args, folder, env } = s3Server(dataFolder, await freePort())
  const serve = '"$@" >/dev/null 2>&1 & echo $!; cat; kill -9 $!; rm -rf "$0"'
  const shell = spawn('sh', ['-c', serve, dataFolder, command, ...args], { stdio: ['pipe', 'pipe', 'ignore'] })
  afterTestOrFile(() => shell.stdin.end())
  const [pid] = await once(shell.stdout, 'data')
  await vi.waitFor(() => fetch(env.S3_ENDPOINT), WAIT)
  const { port, setFault } = await startFaultyProxy(env.S3_ENDPOINT)
  return {
    env: { ...env, S3_ENDPOINT: `http://127.0.0.1:${port}` },
    setFault,
    folder,
    async objects() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      return found
        .filter((one) => one.isFile())
        .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    },
    signal: (signal) => sendSignal(Number(pid), signal),
  }
}

async function startFaultyProxy(target: string) {
  let fault: S3Fault | null = null
  const { port, closeAll } = await startProxy(target, (client, server) => {
    let left = CUT_AFTER_BYTES
    function pass(chunk: string | Buffer, to: Socket): void {
      left -= chunk.length
      if (fault === 'cuts bodies' && left < 0) client.destroy()
      else to.write(chunk)
    }
    client.on('data', (chunk) => {
      if (!fault?.startsWith('answers')) return pass(chunk, server)
      if (!client.writableEnded) client.end(`HTTP/1.1 ${fault.slice(-3)} Fault\r\nContent-Length: 0\r\n\r\n`)
    })
    server.on('data', (chunk) => fault !== 'hangs' && pass(chunk, client))
  })
  return {
    port,
    setFault(next: S3Fault | null) {
      fault = next
      closeAll()
    },
  }
}
