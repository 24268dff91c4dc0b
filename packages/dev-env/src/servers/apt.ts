import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'
import type { Apt } from './environment.ts'

const run = promisify(execFile)
const INSTALL_MS = 300_000
// Another apt process may hold the lock.
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=120']
const MAX_ATTEMPTS = 3

/** Returns apt-get for root, so that no password is needed; null where it cannot be used. */
export function findApt(which: (program: string) => string | null, log: (line: string) => void): Apt | null {
  const aptGet = which('apt-get')
  if (!aptGet || process.getuid?.() !== 0) return null

  let queue: Promise<unknown> = Promise.resolve() // one apt at a time
  let isUpdated = false

  async function install(packageName: string): Promise<void> {
    log(`Installing ${packageName} with apt-get ...`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const options = { env, timeout: INSTALL_MS, maxBuffer: 64 * 1024 * 1024 }
    if (!isUpdated) await run(aptGet as string, ['update', '-q', ...WAIT_FOR_LOCK], options).catch(() => {}) // the existing lists may be sufficient
    isUpdated = true
    await run(
      aptGet as string,
      ['install', '-y', '-q', '--no-install-recommends', ...WAIT_FOR_LOCK, packageName],
      options,
    )
  }

  async function installWithRetries(packageName: string): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await install(packageName)
      } catch (error) {
        if (attempt < MAX_ATTEMPTS) continue
        const lastLine = String((error as { stderr?: string }).stderr ?? error)
          .trim()
          .split('\n')
          .at(-1)
        throw new StartError(
          `apt-get could not install ${packageName} (${lastLine}): install it by hand and start again.`,
        )
      }
    }
  }

  return {
    install(packageName) {
      const done = queue.then(() => installWithRetries(packageName))
      queue = done.catch(() => {})
      return done
    },
  }
}
