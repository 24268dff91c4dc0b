import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Compiled code of earlier runs halves the processor time of a start. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../../.data/compile-cache', import.meta.url))

const SCRIPT_MS = 150_000 // less than a test has, so that its output is told

/** Runs an operator's command to its end, with these variables and no others; without DATA_DIR it finds no running `npm start`. */
export function runScript(
  file: URL,
  variables: Record<string, string>,
  args: string[] = [],
): Promise<{ code: unknown; output: string }> {
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, DATA_DIR: '/nowhere', ...variables }
  return new Promise((resolve) => {
    execFile(process.execPath, [fileURLToPath(file), ...args], { env, timeout: SCRIPT_MS }, (error, stdout, stderr) => {
      const code = error ? (error.code ?? error.signal) : 0 // a killed script has no code
      resolve({ code, output: `${stdout}${stderr}` })
    })
  })
}
