import { which } from '@zing/dev-env/servers/which'
import { tryCommand } from '../run-command.ts'
import { createEngine, type Engine } from './engine.ts'

const RESPONSE_MS = 15_000

/** Returns Docker, or the reason why it cannot be used. */
export async function findDocker(): Promise<Engine | string> {
  const command = which('docker')
  if (!command) return 'Docker is not installed'
  const { code, stdout } = await tryCommand([command, 'version', '--format', '{{.Server.Version}}'], {
    timeoutMs: RESPONSE_MS,
  })
  if (code !== 0) return 'the Docker daemon does not respond'
  return createEngine({
    name: 'docker',
    version: stdout.trim(),
    command: [command],
    env: process.env,
    buildOptions: ['--network', 'host'],
  })
}
