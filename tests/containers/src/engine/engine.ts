import { type Output, type RunOptions, runCommand, tryCommand } from '../run-command.ts'

export interface EngineSpec {
  name: 'docker' | 'podman'
  version: string
  /** Program and global options. */
  command: string[]
  env: NodeJS.ProcessEnv
  /** Options of `build` that let an instruction reach the package registries like this machine does. */
  buildOptions: string[]
}

export interface Engine extends EngineSpec {
  /** Returns the standard output. Throws if the command fails. */
  run(args: string[], options?: Omit<RunOptions, 'env'>): Promise<string>
  attempt(args: string[], options?: Omit<RunOptions, 'env'>): Promise<Output>
}

export function createEngine(spec: EngineSpec): Engine {
  return {
    ...spec,
    run: (args, options) => runCommand([...spec.command, ...args], { ...options, env: spec.env }),
    attempt: (args, options) => tryCommand([...spec.command, ...args], { ...options, env: spec.env }),
  }
}

export async function hasImage(engine: Engine, image: string): Promise<boolean> {
  const { code } = await engine.attempt(['image', 'inspect', '--format', '{{.Id}}', image])
  return code === 0
}
