import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

/** A file system of a fixed size in a folder, which only the programs that are started `within` it see. */
export interface SmallDisk {
  /** The command line that runs a program on this disk, under the same process id. */
  within(program: Program): Program
  /** Writes a file until not one byte is left. */
  fill(): Promise<void>
  /** Removes that file. */
  free(): Promise<void>
  /** Removes the disk once the programs on it have ended. */
  close(): Promise<void>
}

interface Program {
  command: string
  args: string[]
}

const run = promisify(execFile)
/** The program on the disk may delete a file of its own meanwhile. */
const FILL_ATTEMPTS = 20
const MOUNT = 'mount -t tmpfs -o "size=$0" tmpfs "$1" && echo mounted && exec cat'

/**
 * Creates a small disk in `folder`, which only root can do; null if it is impossible. A process that ends with this one
 * holds the mount in its own namespace, so even SIGKILL leaves none.
 */
export async function createSmallDisk(folder: string, bytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  await mkdir(folder, { recursive: true })
  const holder = await hold(folder, bytes)
  if (!holder) return null
  const seenFromHere = `/proc/${holder.pid}/root${path.resolve(folder)}`
  const filler = path.join(seenFromHere, 'filler')
  return {
    within: ({ command, args }) => ({
      command: 'nsenter',
      args: [`--mount=/proc/${holder.pid}/ns/mnt`, '--', command, ...args],
    }),
    async fill() {
      for (let attempt = 0; attempt < FILL_ATTEMPTS; attempt++) {
        await run('sh', ['-c', 'cat /dev/zero >> "$0"', filler]).catch(() => {}) // it ends with "no space left"
        const { bavail } = await statfs(seenFromHere)
        if (bavail === 0) return
      }
      throw new Error(`${folder} cannot be filled`)
    },
    free: () => rm(filler, { force: true }),
    async close() {
      if (holder.exitCode !== null) return
      holder.stdin?.end()
      await once(holder, 'exit')
    },
  }
}

/** Starts the process whose namespace has the mount; it ends when the pipe from this process closes. */
async function hold(folder: string, bytes: number): Promise<ChildProcess | null> {
  const holder = spawn('unshare', ['--mount', 'sh', '-c', MOUNT, String(bytes), path.resolve(folder)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    detached: true, // Ctrl-C reaches the parent alone, which ends it last
  })
  const isMounted = await new Promise<boolean>((resolve) => {
    holder.stdout?.once('data', () => resolve(true))
    holder.once('error', () => resolve(false))
    holder.once('exit', () => resolve(false))
  })
  return isMounted ? holder : null
}
