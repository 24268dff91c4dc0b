import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

interface Command {
  command: string
  args: string[]
}

/** PostgreSQL does not run as root. Under root, this starts servers as the users of their packages. */
export function asUser(user: string, command: string, args: string[]): Command {
  if (!isRoot) return { command, args }
  return { command: 'setpriv', args: [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', command, ...args] }
}

/** Gives a folder to the user of `asUser`. */
export async function giveTo(user: string, folder: string): Promise<void> {
  if (isRoot) await run('chown', ['-R', user, folder])
}

/** Runs a command to its end, and returns its output. */
export async function runAs(user: string, command: string, args: string[]): Promise<string> {
  const { command: program, args: all } = asUser(user, command, args)
  const { stdout } = await run(program, all, { cwd: '/' })
  return stdout
}
