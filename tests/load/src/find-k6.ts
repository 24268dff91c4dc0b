import path from 'node:path'
import { StartError } from '@zing/dev-env/start-error'

const IMAGE = 'grafana/k6'

export interface Environment {
  /** Set by a person who knows. */
  k6Path: string | undefined
  home: string
  /** The full path of a program, or null. */
  which(program: string): string | null
  isFile(path: string): boolean
}

export interface K6 {
  command: string
  /** What stands before k6's own arguments. */
  args(folder: string): string[]
  /** Where it was found. */
  from: string
}

/** K6_PATH, PATH, where Go puts programs, or its image. Throws a sentence that says how to get it. */
export function findK6({ k6Path, home, which, isFile }: Environment): K6 {
  if (k6Path) {
    if (!isFile(k6Path)) throw new StartError(`K6_PATH is ${k6Path}, and there is no such file.`)
    return program(k6Path, 'K6_PATH')
  }
  const onPath = which('k6')
  if (onPath) return program(onPath, 'k6 on PATH')

  const ofGo = path.join(home, 'go', 'bin', 'k6')
  if (isFile(ofGo)) return program(ofGo, 'k6 of Go')

  const docker = which('docker')
  if (docker) return { command: docker, args: inContainer, from: `the image ${IMAGE}` }
  throw new StartError('k6 is missing: with Go, "go install go.k6.io/k6@latest"; or start Docker, or set K6_PATH.')
}

function program(command: string, from: string): K6 {
  return { command, args: () => [], from }
}

/** The folder has the same name inside, the product is on this machine's loopback, and what is written stays ours. */
function inContainer(folder: string): string[] {
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  return ['run', '--rm', '--network', 'host', '--user', user, '--volume', `${folder}:${folder}`, IMAGE]
}
