import path from 'node:path'
import { StartError } from '@zing/dev-env/start-error'

const IMAGE = 'grafana/k6'

export interface Environment {
  k6Path: string | undefined
  home: string
  which(program: string): string | null
  isFile(path: string): boolean
}

export interface K6 {
  command: string
  /** Arguments before k6's arguments. */
  args(folder: string): string[]
  source: string
}

/**
 * Looks for k6 in K6_PATH, PATH, ~/go/bin and Docker, in this order. If none has it, throws a StartError with
 * instructions.
 */
export function findK6({ k6Path, home, which, isFile }: Environment): K6 {
  if (k6Path) {
    if (!isFile(k6Path)) throw new StartError(`K6_PATH is ${k6Path}, which does not exist.`)
    return program(k6Path, 'K6_PATH')
  }
  const inPath = which('k6')
  if (inPath) return program(inPath, 'k6 on PATH')

  const goBinary = path.join(home, 'go', 'bin', 'k6')
  if (isFile(goBinary)) return program(goBinary, 'k6 in ~/go/bin')

  const docker = which('docker')
  if (docker) return { command: docker, args: inContainer, source: `the image ${IMAGE}` }
  throw new StartError('k6 is missing: run "go install go.k6.io/k6@latest", start Docker, or set K6_PATH.')
}

function program(command: string, source: string): K6 {
  return { command, args: () => [], source }
}

/**
 * Mounts the folder under the same path. Uses the host's loopback to reach the product, and writes files as this user.
 */
function inContainer(folder: string): string[] {
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`
  return ['run', '--rm', '--network', 'host', '--user', user, '--volume', `${folder}:${folder}`, IMAGE]
}
