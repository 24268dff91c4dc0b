import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { findReplicatingNats } from '@zing/dev-env/servers/replicating-nats'
import { startServers } from '@zing/dev-env/servers/start-servers'
import type { TestProject } from 'vitest/node'
import { memoryFolder } from './memory-folder.ts'

/** Starts the servers of a component test run, like `npm start` but without a download of MongoDB. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(await memoryFolder(), 'zing-test-'))
  const programs = await mkdtemp(path.join(tmpdir(), 'zing-programs-'))
  await symlink(programs, path.join(dataDir, 'servers')) // a disk in memory may forbid to run them
  const { start } = createProcesses({ reaper: createReaper() })
  const env = { ...process.env, MONGO_DOWNLOAD: '0' }
  const replicatingNats = findReplicatingNats(() => {})
  const servers = await startServers({ dataDir, env, log: () => {}, start })
  if (!servers.redisUrl) {
    await servers.stop()
    throw new Error('The component tests need Redis: install redis-server, or set REDIS_URL.')
  }

  await putOnPath(programs)
  project.provide('mongoUrl', servers.mongoUrl)
  project.provide('natsUrl', servers.natsUrl)
  project.provide('redisUrl', withoutTimeouts(servers.redisUrl))
  project.provide('replicatingNats', await replicatingNats)
  return async () => {
    await servers.stop()
    for (const folder of [dataDir, programs]) await rm(folder, { recursive: true, force: true })
  }
}

/** A process of a busy machine must not take Redis for late, and count by itself. ioredis ignores a timeout of text. */
function withoutTimeouts(redisUrl: string): string {
  const url = new URL(redisUrl)
  url.searchParams.set('commandTimeout', 'none')
  return url.href
}

/** Lets tests that start servers find the servers downloaded for this run. */
async function putOnPath(folder: string): Promise<void> {
  const programs = await readdir(folder).catch(() => [])
  const folders = programs.map((name) => path.join(folder, name))
  process.env.PATH = [process.env.PATH, ...folders].join(path.delimiter)
}
