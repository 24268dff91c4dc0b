import { cpus, totalmem } from 'node:os'
import { programVersion } from '@zing/dev-env/servers/program-version'
import { which } from '@zing/dev-env/servers/which'

export interface RunMetadata {
  date: string
  machine: string
  node: string
  nats: string
  redis: string
  mongodb: string
}

/** Describes the machine and the versions of the servers that run on it. */
export async function gatherRunMetadata(env: NodeJS.ProcessEnv): Promise<RunMetadata> {
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.versions.node,
    nats: env.NATS_URL ? 'at NATS_URL' : await versionOf('nats-server'),
    redis: env.REDIS_URL ? 'at REDIS_URL' : await versionOf('redis-server'),
    mongodb: env.MONGO_URL ? 'at MONGO_URL' : 'embedded MongoDB',
  }
}

async function versionOf(program: string): Promise<string> {
  const file = which(program)
  return file ? ((await programVersion(file)) ?? 'unknown') : 'none found'
}
