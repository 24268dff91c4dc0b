import { ROOT } from '@zing/dev-env/root'
import type { Product } from './product.ts'

const TOOL_MS = 180_000
const FOLDER = '/zing'

interface ToolOptions {
  env?: Record<string, string>
  /** Folders of this machine, by their path in the container. */
  folders?: Record<string, string>
}

/** Runs a script of the repository in a container that reaches MongoDB (docs/operations.md). Returns its output. */
export function runTool(
  product: Product,
  script: string[],
  { env = {}, folders = {} }: ToolOptions = {},
): Promise<string> {
  const { engine, project } = product
  const mounts = Object.entries(folders).flatMap(([inside, folder]) => ['--volume', `${folder}:${inside}`])
  const variables = Object.entries({ MONGO_URL: rootUrl(product), ...env }).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ])
  const run = ['run', '--rm', '--network', `${project}_auth-mongodb`, '--volume', `${ROOT}:${FOLDER}:ro`, ...mounts]
  const image = product.env.values.NODE_IMAGE ?? ''
  return engine.run([...run, '--workdir', FOLDER, ...variables, image, 'node', ...script], { timeoutMs: TOOL_MS })
}

function rootUrl({ env }: Product): string {
  return `mongodb://root:${env.values.MONGO_ROOT_PASSWORD}@mongodb:27017/?authSource=admin`
}
