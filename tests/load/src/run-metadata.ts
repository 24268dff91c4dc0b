import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { which } from '@zing/dev-env/servers/which'
import type { K6 } from './find-k6.ts'
import type { Product } from './product.ts'

const run = promisify(execFile)
const VERSION_TIMEOUT_MS = 60_000 // may pull the image of k6
const UNKNOWN = 'unknown'

export interface RunMetadata {
  date: string
  machine: string
  node: string
  k6: string
  nats: string
  mongodb: string
}

export async function gatherRunMetadata(k6: K6, folder: string, { dataDir }: Product): Promise<RunMetadata> {
  const processors = cpus()
  const nats = which('nats-server')
  return {
    date: new Date().toISOString(),
    machine: `${processors.length} cores (${processors[0]?.model.trim() ?? UNKNOWN}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    k6: await versionOf(k6.command, [...k6.args(folder), 'version']),
    nats: nats && dataDir && !process.env.NATS_URL ? await versionOf(nats, ['--version']) : UNKNOWN,
    mongodb: await mongodbOf(dataDir),
  }
}

async function mongodbOf(dataDir: string | null): Promise<string> {
  if (!dataDir || process.env.MONGO_URL) return UNKNOWN
  const kind = await readFile(path.join(dataDir, 'mongodb-kind'), 'utf8').catch(() => UNKNOWN)
  return kind.trim() === 'embedded' ? 'embedded MongoDB' : kind.trim()
}

async function versionOf(command: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(command, args, { timeout: VERSION_TIMEOUT_MS })
    return stdout.match(/v\d+\.\d+\.\d+\S*/)?.[0] ?? UNKNOWN
  } catch {
    return UNKNOWN
  }
}
