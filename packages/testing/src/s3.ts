import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { afterTestOrFile } from './after-test-or-file.ts'
import { freePort } from './fork-service.ts'
import { type S3Server, s3Server } from './s3-server.ts'
import { WAIT } from './wait.ts'

export interface TestS3 extends Pick<S3Server, 'env' | 'folder'> {
  /** The names of all objects. */
  objects(): Promise<string[]>
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
  return {
    env,
    folder,
    async objects() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true })
      return found
        .filter((one) => one.isFile())
        .map((one) => path.relative(folder, path.join(one.parentPath, one.name)))
    },
    signal: (signal) => void process.kill(Number(pid), signal),
  }
}
