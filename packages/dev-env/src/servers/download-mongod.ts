import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const RETRY_AFTER_MS = 24 * 3_600_000
const FAILED_FILE = 'download-failed'

export interface Downloader {
  findExisting(folder: string): Promise<string | null>
  /** Throws within seconds if the download host does not respond. */
  reach(folder: string): Promise<void>
  fetch(folder: string): Promise<string>
  tryOut(mongod: string): Promise<void>
}

/**
 * Returns the path of a real mongod, downloaded once. A failure is remembered for a day, so that the next start does
 * not wait.
 */
export async function downloadMongod(folder: string, from: Downloader, log: (line: string) => void): Promise<string> {
  await mkdir(folder, { recursive: true })
  const failed = path.join(folder, FAILED_FILE)
  const failure = await recentFailure(failed)
  if (failure) throw new Error(failure)
  try {
    const existing = await from.findExisting(folder)
    if (existing) return existing

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
