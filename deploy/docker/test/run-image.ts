import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Image } from './build-image.ts'

const NOBODY_UID = 65_534
/** Replaces root, which could write anywhere, as the user of the image. */
const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {}

export interface RunningImage {
  process: ChildProcess
  printed(): string
  exited: Promise<number | null>
  /** Runs the health check of the image and returns its exit code. */
  checkHealth(): Promise<number | null>
}

/** Starts the command of the image with only the environment of the image and `env`. */
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
