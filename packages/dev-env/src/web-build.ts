import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tryLock, unlock } from '../bootstrap/pid-lock.mjs'
import { sourceHash } from './config/source-hash.ts'
import type { Processes } from './processes/processes.ts'
import { waitUntil } from './processes/wait-until.ts'
import { ROOT } from './root.ts'
import { StartError } from './start-error.ts'
import { viteProgram, WEB } from './vite.ts'

const SOURCES = [
  'web/src',
  'web/public',
  'web/locales',
  'web/scripts',
  'web/vite-service-worker.ts',
  'web/vite-texts.ts',
  'web/index.html',
  'web/vite.config.ts',
  'web/package.json',
  'web/tsconfig.json',
  'proto/src',
  'package-lock.json',
]
export const WEB_DIST = path.join(WEB, 'dist')

const BUILD_MS = 300_000
const SHOWN_LINES = 20

export async function buildWeb(processes: Processes, log: (line: string) => void): Promise<void> {
  const marker = path.join(WEB_DIST, '.sources')
  const hash = await sourceHash(ROOT, SOURCES)
  if (await isBuilt(marker, hash)) return

  const lock = path.join(ROOT, '.data', 'web-build.lock') // another `npm start` of this clone may be building too
  await mkdir(path.dirname(lock), { recursive: true })
  if (!(await waitUntil(() => tryLock(lock) === null, BUILD_MS))) {
    throw new StartError('Another Zing has been building the web client for minutes: stop it and start again.')
  }
  try {
    if (await isBuilt(marker, hash)) return
    log('Building the web client ...')
    await runVite(processes)
    await writeFile(marker, hash) // last, so that an interrupted build is repeated
  } finally {
    unlock(lock)
  }
}

async function isBuilt(marker: string, hash: string): Promise<boolean> {
  return (await readFile(marker, 'utf8').catch(() => '')) === hash
}

async function runVite(processes: Processes): Promise<void> {
  const build = processes.launch({
    name: 'vite',
    command: process.execPath,
    args: [viteProgram(), 'build'],
    cwd: WEB,
    env: { ...process.env, NODE_ENV: 'production' },
    isReady: () => true,
    readyWithinMs: BUILD_MS,
  })
  const { code } = await build.exited
  if (code === 0) return
  const lines = build.lastLines().slice(-SHOWN_LINES)
  throw new StartError(['The web client could not be built.', ...lines].join('\n  '))
}
