import { ROOT } from '@zing/dev-env/root'
import type { Engine } from '../engine/engine.ts'
import type { Compose } from '../engine/find-compose.ts'
import { type Output, type RunOptions, runCommand } from '../run-command.ts'
import { type ContainerState, PROJECT_LABEL, readStates } from './container-state.ts'
import type { EnvFile } from './env-file.ts'

const COMPOSE_MS = 900_000

export interface ProductOptions {
  engine: Engine
  compose: Compose
  /** Prefix of every container, network and volume of this run. */
  project: string
  env: EnvFile
  /** Compose files; the product's own comes first. */
  files: string[]
  url: string
  /** Name of a service's image in this run. */
  imageOf(service: string): string
}

interface ComposeOptions {
  timeoutMs?: number
  /** Further compose files. */
  files?: string[]
}

export interface Product extends ProductOptions {
  composeRun(args: string[], options?: ComposeOptions): Promise<string>
  /** Running and ended containers of the product, sorted by name. */
  states(): Promise<ContainerState[]>
  /** Returns the first container of the service, preferably a running one. Throws if there is none. */
  container(service: string): Promise<ContainerState>
  exec(service: string, command: string[], options?: RunOptions): Promise<Output>
}

export function createProduct(options: ProductOptions): Product {
  const { engine, compose, project, env, files } = options

  function composeRun(args: string[], { timeoutMs = COMPOSE_MS, files: more = [] }: ComposeOptions = {}) {
    const named = [...files, ...more].flatMap((file) => ['--file', file])
    const command = [...compose.command, '--project-name', project, '--env-file', env.file, ...named, ...args]
    return runCommand(command, { env: engine.env, cwd: ROOT, timeoutMs })
  }

  async function states(): Promise<ContainerState[]> {
    const ids = await engine.run(['ps', '--all', '--quiet', '--filter', `label=${PROJECT_LABEL}=${project}`])
    return readStates(engine, ids.split('\n').filter(Boolean))
  }

  async function container(service: string): Promise<ContainerState> {
    const own = (await states()).filter((state) => state.service === service)
    const found = own.find(({ isRunning }) => isRunning) ?? own[0]
    if (!found) throw new Error(`there is no container of ${service}`)
    return found
  }

  return {
    ...options,
    composeRun,
    states,
    container,
    async exec(service, command, execOptions = {}) {
      const { name } = await container(service)
      return engine.attempt(['exec', name, ...command], execOptions)
    },
  }
}
