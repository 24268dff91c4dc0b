import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const RETRY_AFTER_MS = 24 * 3_600_000
const FAILED_FILE = 'download-failed'

export interface Downloader {
  /** What an earlier download left. */
  findKept(folder: string): Promise<string | null>
  /** Quick: throws when the download's host does not answer. */
  reach(folder: string): Promise<void>
  fetch(folder: string): Promise<string>
  /** Throws when this machine cannot run the program. */
  tryOut(mongod: string): Promise<void>
}

/**
 * The path of a real mongod, downloaded once and kept in the folder. Throws when it cannot be had. A failure is remembered
 * for a day, so that the next start does not wait for it again.
 */
export async function downloadMongod(folder: string, from: Downloader, log: (line: string) => void): Promise<string> {
  await mkdir(folder, { recursive: true })
  const failed = path.join(folder, FAILED_FILE)
  const failure = await recentFailure(failed)
  if (failure) throw new Error(failure)
  try {
    const kept = await from.findKept(folder)
    if (kept) return kept

    await from.reach(folder)
    log('Getting a real MongoDB (about 100 MB): downloaded once, then kept in the data folder ...')
    const mongod = await from.fetch(folder)
    await from.tryOut(mongod)
    return mongod
  } catch (error) {
    await writeFile(failed, `${error instanceof Error ? error.message : error}\n`)
    throw error
  }
}

async function recentFailure(file: string): Promise<string | null> {
  const mtimeMs = await stat(file).then(
    (stats) => stats.mtimeMs,
    () => 0,
  )
  if (Date.now() - mtimeMs < RETRY_AFTER_MS) return (await readFile(file, 'utf8')).trim()
  await rm(file, { force: true })
  return null
}
