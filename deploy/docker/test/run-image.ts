import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Image } from './build-image.ts'

const NOBODY = 65_534
/** Root could write anywhere: the image's user cannot. */
const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}

export interface RunningImage {
  process: ChildProcess
  printed(): string
  exited: Promise<number | null>
  /** The image's own health check; its exit code. */
  checkHealth(): Promise<number | null>
}

/** Starts the image's command with nothing in its environment but what the image and `env` say. */
export function runImage(image: Image, node: string, env: Record<string, string>): RunningImage {
  const printed: string[] = []
  const exec = ([command, ...args]: string[]) => {
    if (command !== 'node') throw new Error(`the image is expected to start node, not ${command}`)
    const child = spawn(node, args, {
      cwd: path.join(image.root, image.workdir),
      env: { ...image.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...unprivileged,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => printed.push(text))
    const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, exited }
  }
  const { child, exited } = exec(image.cmd)
  return { process: child, exited, printed: () => printed.join(''), checkHealth: () => exec(image.healthcheck).exited }
}
