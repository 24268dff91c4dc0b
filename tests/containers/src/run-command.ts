import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Exit, watchExit } from '@zing/dev-env/processes/exit'

const SHOWN_CHARACTERS = 2_000
const DEFAULT_TIMEOUT_MS = 60_000
const KILL_AFTER_MS = 5_000
const OUTPUT_MS = 2_000

export interface RunOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  timeoutMs?: number
}

export interface Output extends Exit {
  stdout: string
  stderr: string
}

/** Runs a program to its end. Returns its output, whatever its exit code is. */
export async function tryCommand(command: string[], options: RunOptions = {}): Promise<Output> {
  const { cwd, env, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const [program = '', ...args] = command
  const child = spawn(program, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })

  let isLate = false
  const timeout = setTimeout(() => {
    isLate = true
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS).unref()
  }, timeoutMs)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const exit = await watchExit(child)
  // the output may end after the process, or never if a container keeps the pipe
  await Promise.race([closed, pause(OUTPUT_MS, undefined, { ref: false })])
  clearTimeout(timeout)
  return { ...exit, stdout, stderr: isLate ? `${stderr}\nnot finished after ${timeoutMs / 1_000} s` : stderr }
}

/** Runs a program and returns its standard output. If it fails, throws with the end of its output. */
export async function runCommand(command: string[], options: RunOptions = {}): Promise<string> {
  const { code, error, stdout, stderr } = await tryCommand(command, options)
  if (code === 0) return stdout
  const printed = `${stdout}\n${stderr}`.trim().slice(-SHOWN_CHARACTERS)
  throw new Error(`${command.slice(0, 6).join(' ')} failed (${error?.message ?? code}): ${printed}`)
}
