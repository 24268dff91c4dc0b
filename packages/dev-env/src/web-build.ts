import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { tryLock, unlock } from '../bootstrap/pid-lock.mjs'
import { sourceHash } from './config/source-hash.ts'
import type { Processes } from './processes/processes.ts'
import { waitUntil } from './processes/wait-until.ts'
import { ROOT } from './root.ts'
import { StartError } from './start-error.ts'

const SOURCES = [
  'web/src',
  'web/public',
  'web/vite-service-worker.ts',
  'web/index.html',
  'web/vite.config.ts',
  'web/scripts/precompress.ts',
  'web/package.json',
  'web/tsconfig.json',
  'proto/src',
  'package-lock.json',
]
export const WEB_DIST = path.join(ROOT, 'web', 'dist')

const OTHERS_MS = 300_000
const SHOWN_LINES = 20

/** Builds the client when its sources have changed since. */
export async function buildWeb(processes: Processes, log: (line: string) => void): Promise<void> {
  const toOutboxEntries = path.join(WEB_DIST, '.sources')
  const wanted = await sourceHash(ROOT, SOURCES)
  if (await isBuilt(toOutboxEntries, wanted)) return

  const lock = path.join(ROOT, '.data', 'web-build.lock') // another start in this clone may be building, too
  await mkdir(path.dirname(lock), { recursive: true })
  if (!(await waitUntil(() => tryLock(lock) === null, OTHERS_MS))) {
    throw new StartError('Another Zing has been building the web client for minutes: stop it and start again.')
  }
  try {
    if (await isBuilt(toOutboxEntries, wanted)) return
    log('Building the web client ...')
    await runVite(processes)
    await writeFile(toOutboxEntries, wanted) // last: what was interrupted is done again
  } finally {
    unlock(lock)
  }
}

async function isBuilt(toOutboxEntries: string, wanted: string): Promise<boolean> {
  return (await readFile(toOutboxEntries, 'utf8').catch(() => '')) === wanted
}

async function runVite(processes: Processes): Promise<void> {
  const web = path.join(ROOT, 'web')
  const vite = path.dirname(createRequire(path.join(web, 'package.json')).resolve('vite/package.json'))
  const building = processes.launch({
    name: 'vite',
    command: process.execPath,
    args: [path.join(vite, 'bin', 'vite.js'), 'build'],
    cwd: web,
    env: { ...process.env, NODE_ENV: 'production' },
    isReady: () => true,
    readyWithinMs: OTHERS_MS,
  })
  const { code } = await building.exited
  if (code === 0) return
  const lines = building.lastLines().slice(-SHOWN_LINES)
  throw new StartError(['The web client could not be built.', ...lines].join('\n  '))
}
