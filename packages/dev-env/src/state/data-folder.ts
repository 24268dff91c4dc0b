import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { tryLock, unlock } from '../../bootstrap/pid-lock.mjs'
import { StartError } from '../start-error.ts'

/** Creates the data folder and locks it for this process. Returns a function that releases it. */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const lock = path.join(dataDir, 'lock')
  await checkWritable(dataDir)
  const holder = tryLock(lock)
  if (holder !== null) {
    throw new StartError(
      `${dataDir} is in use by another Zing (process ${holder}): stop that one, or start with another DATA_DIR.`,
    )
  }
  return () => unlock(lock)
}

async function checkWritable(dataDir: string): Promise<void> {
  const probe = path.join(dataDir, `.probe-${process.pid}`)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 }) // photos and messages: readable by the owner alone
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(
      `Zing cannot write to its data folder ${dataDir} (${code}): make it writable, or start with another DATA_DIR.`,
    )
  }
}
