import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { vi } from 'vitest'
import { afterTestOrFile } from './after-test-or-file.ts'
import { freePort } from './fork-service.ts'
import { WAIT } from './wait.ts'

export interface TestS3 {
  /** The variables of a service that keeps its bytes here. */
  env: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string> & {
    S3_FORCE_PATH_STYLE: 'true'
  }
  /** The folder with a file for each object. */
  folder: string
  /** The names of all objects. */
  objects(): Promise<string[]>
  /** Injects faults: `s3.signal('SIGSTOP')`. */
  signal(signal: NodeJS.Signals): void
}

/** An S3 server on PATH or where `go install` puts it; null where tests of a bucket cannot run. */
export const versitygw = find('versitygw')

/** Says why, in the titles of tests that are skipped without it. */
export const NEEDS_S3 = `needs versitygw: go install github.com/versity/versitygw/cmd/versitygw@latest`

/** Starts an S3 server with an empty bucket for this test or file alone. */
export async function startS3(): Promise<TestS3> {
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-s3-'))
  const [bucket, sidecar] = [path.join(folder, 'buckets/zing'), path.join(folder, 'metadata')] // a disk in memory may have no attributes
  for (const made of [bucket, sidecar]) await mkdir(made, { recursive: true })
  const port = await freePort()
  const [access, secret] = ['zing-test', randomUUID()]
  const serve = '"$@" >/dev/null 2>&1 & echo $!; cat; kill -9 $!; rm -rf "$0"'
  const options = ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, '--access', access, '--secret', secret]
  const backend = ['posix', '--sidecar', sidecar, path.dirname(bucket)]
  const shell = spawn('sh', ['-c', serve, folder, versitygw ?? 'versitygw', ...options, ...backend], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  afterTestOrFile(() => shell.stdin.end())
  const [pid] = await once(shell.stdout, 'data')
  const endpoint = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(endpoint), WAIT)
  return {
    env: {
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: path.basename(bucket),
      S3_ACCESS_KEY_ID: access,
      S3_SECRET_ACCESS_KEY: secret,
      S3_FORCE_PATH_STYLE: 'true',
    },
    folder: bucket,
    async objects() {
      const found = await readdir(bucket, { recursive: true, withFileTypes: true })
      return found
        .filter((one) => one.isFile())
        .map((one) => path.relative(bucket, path.join(one.parentPath, one.name)))
    },
    signal: (signal) => void process.kill(Number(pid), signal),
  }
}

function find(program: string): string | null {
  const goPath = process.env.GOPATH ?? path.join(homedir(), 'go')
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), path.join(goPath, 'bin')]
  return folders.map((folder) => path.join(folder, program)).find(isThere) ?? null
}

function isThere(file: string): boolean {
  try {
    accessSync(file)
    return true
  } catch {
    return false
  }
}
