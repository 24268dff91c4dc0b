import { spawn } from 'node:child_process'
import { type Exit, watchExit } from '@zing/dev-env/processes/exit'

const SHOWN_CHARACTERS = 2_000
const DEFAULT_TIMEOUT_MS = 60_000
const KILL_AFTER_MS = 5_000

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  timeoutMs?: number
  input?: string
  signal?: AbortSignal | undefined
}

export interface Output extends Exit {
  stdout: string
  stderr: string
}

/** Runs a program to its end and returns what it printed, whatever its exit code is. */
export async function tryCommand(command: string[], options: RunOptions = {}): Promise<Output> {
  const { cwd, env, timeoutMs = DEFAULT_TIMEOUT_MS, input = '', signal } = options
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env: env ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  child.stdin.on('error', () => {}) // the program does not read its input
  child.stdin.end(input)

  let isLate = false
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
  }
  const timeout = setTimeout(() => {
    isLate = true
    stop()
  }, timeoutMs)
  signal?.addEventListener('abort', stop, { once: true })
  const exit = await watchExit(child)
  clearTimeout(timeout)
  signal?.removeEventListener('abort', stop)
  return { ...exit, stdout, stderr: isLate ? `${stderr}\nnot finished after ${timeoutMs / 1_000} s` : stderr }
}

/** Runs a program and returns its standard output. Throws with the end of what it printed if it fails. */
export async function runCommand(command: string[], options: RunOptions = {}): Promise<string> {
  const { code, error, stdout, stderr } = await tryCommand(command, options)
  if (code === 0) return stdout
  const printed = `${stdout}\n${stderr}`.trim().slice(-SHOWN_CHARACTERS)
  throw new Error(`${command.slice(0, 6).join(' ')} failed (${error?.message ?? code}): ${printed}`)
}
