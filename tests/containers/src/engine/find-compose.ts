import path from 'node:path'
import { which } from '@zing/dev-env/servers/which'
import { runCommand, tryCommand } from '../run-command.ts'
import type { Engine } from './engine.ts'

const PODMAN_COMPOSE = '1.6.0'
/** The first podman-compose that knows dockerfile_inline and !reset. */
const MINIMUM = [1, 2]
const INSTALL_MS = 180_000
const RESPONSE_MS = 30_000

export interface Compose {
  command: string[]
  /** Text such as "podman-compose 1.6.0". */
  version: string
}

/**
 * Returns the compose program of this engine, or the reason for having none. Installs a missing podman-compose once.
 */
export async function findCompose(engine: Engine, cacheFolder: string): Promise<Compose | string> {
  if (engine.name === 'docker') {
    const { code, stdout } = await engine.attempt(['compose', 'version', '--short'], { timeoutMs: RESPONSE_MS })
    if (code !== 0) return 'the compose plugin of Docker is not installed'
    return { command: [...engine.command, 'compose'], version: `docker compose ${stdout.trim()}` }
  }
  const inPath = which('podman-compose')
  const venv = path.join(cacheFolder, `podman-compose-${PODMAN_COMPOSE}`)
  const program = path.join(venv, 'bin', 'podman-compose')
  for (const candidate of inPath ? [inPath, program] : [program]) {
    const version = await versionOf(candidate)
    if (version) return { command: [candidate], version: `podman-compose ${version}` }
  }
  const reason = await install(venv)
  const version = reason ? null : await versionOf(program)
  if (version) return { command: [program], version: `podman-compose ${version}` }
  return `podman-compose ${PODMAN_COMPOSE} could not be installed from PyPI (${reason})`
}

/** Null if the program does not run or is too old. */
async function versionOf(program: string): Promise<string | null> {
  const { code, stdout } = await tryCommand([program, 'version', '--short'], { timeoutMs: RESPONSE_MS })
  const version = /\d+\.\d+(\.\d+)?/.exec(stdout)?.[0]
  if (code !== 0 || !version) return null
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = MINIMUM
  return major > leastMajor || (major === leastMajor && minor >= leastMinor) ? version : null
}

async function install(venv: string): Promise<string | null> {
  try {
    await runCommand(['python3', '-m', 'venv', venv], { timeoutMs: INSTALL_MS })
    const pip = [path.join(venv, 'bin', 'pip'), 'install', '--quiet', '--disable-pip-version-check']
    await runCommand([...pip, `podman-compose==${PODMAN_COMPOSE}`], { timeoutMs: INSTALL_MS })
    return null
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n').at(-1) ?? '') : String(error)
  }
}
