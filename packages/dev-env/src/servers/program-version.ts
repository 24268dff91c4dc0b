import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const TIMEOUT_MS = 60_000 // a container may pull its image

/** Version that a program prints, such as v2.9.10; null if it prints none or cannot be run. */
export async function programVersion(command: string, args = ['--version']): Promise<string | null> {
  try {
    const { stdout } = await run(command, args, { timeout: TIMEOUT_MS })
    return stdout.match(/v?\d+\.\d+\.\d+\S*/)?.[0] ?? null
  } catch {
    return null
  }
}
