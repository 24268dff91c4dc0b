import { readFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import path from 'node:path'
import { programVersion } from '@zing/dev-env/servers/program-version'
import { which } from '@zing/dev-env/servers/which'
import type { Product } from '../product.ts'
import type { K6 } from './find-k6.ts'

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
    k6: (await programVersion(k6.command, [...k6.args(folder), 'version'])) ?? UNKNOWN,
    nats: nats && dataDir && !process.env.NATS_URL ? ((await programVersion(nats)) ?? UNKNOWN) : UNKNOWN,
    mongodb: await mongodbOf(dataDir),
  }
}

async function mongodbOf(dataDir: string | null): Promise<string> {
  if (!dataDir || process.env.MONGO_URL) return UNKNOWN
  const kind = await readFile(path.join(dataDir, 'mongodb-kind'), 'utf8').catch(() => UNKNOWN)
  return kind.trim() === 'embedded' ? 'embedded MongoDB' : kind.trim()
}
