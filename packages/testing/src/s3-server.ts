import { randomUUID } from 'node:crypto'
import { accessSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/** An S3 server on PATH or where `go install` puts it; null where nothing can run with a bucket. */
export const versitygw = find('versitygw')

/** Tells how to install the server. */
export const NEEDS_S3 = `needs versitygw: go install github.com/versity/versitygw/cmd/versitygw@latest`

const BUCKET = 'zing'
const MAKE_AND_SERVE = 'mkdir -p "$1" "$2" && shift 2 && exec "$@"'

export interface S3Server {
  command: string
  args: string[]
  /** The folder with a file for each object. */
  folder: string
  /** The variables of a service that keeps its bytes here. */
  env: Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string> & {
    S3_FORCE_PATH_STYLE: 'true'
  }
}

/** The command line of an S3 server at a loopback port, with an empty bucket in `dataFolder`. */
export function s3Server(dataFolder: string, port: number): S3Server {
  const [buckets, sidecar] = [path.join(dataFolder, 'buckets'), path.join(dataFolder, 'metadata')] // a disk in memory may have no attributes
  const folder = path.join(buckets, BUCKET)
  const [access, secret] = ['zing-test', randomUUID()]
  const options = ['--quiet', '--keep-alive', '--port', `127.0.0.1:${port}`, '--access', access, '--secret', secret]
  const serve = [versitygw ?? 'versitygw', ...options, 'posix', '--sidecar', sidecar, buckets]
  return {
    command: 'sh',
    args: ['-c', MAKE_AND_SERVE, 'sh', folder, sidecar, ...serve],
    folder,
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: access,
      S3_SECRET_ACCESS_KEY: secret,
      S3_FORCE_PATH_STYLE: 'true',
    },
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
