import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Dockerfile, execForm, type Instruction, parseDockerfile, readDockerignore } from '../src/dockerfile.ts'
import { DOCKERFILE, ROOT } from '../src/paths.ts'

/** A built stage: a folder as its root, and the settings of its instructions. */
export interface Image {
  root: string
  workdir: string
  env: Record<string, string>
  cmd: string[]
  healthcheck: string[]
}

const SHOWN_CHARACTERS = 2_000

/**
 * Executes the Dockerfile without Docker: a RUN sees only what a COPY has copied. The Node in `nodeFolder` replaces the base
 * image, and a folder in `scratch` each root.
 */
export async function createBuilder(scratch: string, nodeFolder: string) {
  const dockerfile = parseDockerfile(await readFile(DOCKERFILE, 'utf8'))
  const isIgnored = readDockerignore(await readFile(path.join(ROOT, '.dockerignore'), 'utf8'))
  const isInContext = (file: string) => !isIgnored(path.relative(ROOT, file))
  const built = new Map<string, Promise<Image>>()

  function build(target: string, service: string): Promise<Image> {
    const key = usesService(dockerfile, target) ? `${target} ${service}` : target
    const image = built.get(key) ?? buildStage(target, service)
    built.set(key, image)
    return image
  }

  async function buildStage(name: string, service: string): Promise<Image> {
    const stage = dockerfile.stages.find((candidate) => candidate.name === name)
    if (!stage) return { root: '', workdir: '/', env: {}, cmd: [], healthcheck: [] } // the base image
    const root = await mkdtemp(path.join(scratch, `${name}-`))
    const base = await build(stage.from, service)
    await chmod(root, 0o755) // readable for the user of the image
    if (base.root) await copy(base.root, root)
    const image = { ...base, env: { ...base.env }, root }
    for (const instruction of stage.instructions) await execute(image, instruction, service)
    return image
  }

  async function execute(image: Image, { name, flags, text: raw }: Instruction, service: string): Promise<void> {
    const text = raw.replace(/\$\{SERVICE\}/g, service)
    const inside = (file: string) => path.join(image.root, path.resolve(image.workdir, file))
    const words = text.split(/\s+/)
    switch (name) {
      case 'WORKDIR':
        image.workdir = path.resolve(image.workdir, text)
        return void (await mkdir(inside('.'), { recursive: true }))
      case 'ENV': {
        const [key = '', value = ''] = text.split('=')
        image.env[key] = value.startsWith('/') ? inside(value) : value
        return
      }
      case 'COPY': {
        const [to = '', ...sources] = words.reverse()
        const stage = flags.from && (await build(flags.from, service))
        for (const source of sources) {
          const target = to.endsWith('/') ? path.join(inside(to), path.basename(source)) : inside(to)
          if (stage) await copy(path.join(stage.root, source), target)
          else await cp(path.join(ROOT, source), target, { recursive: true, filter: isInContext })
        }
        return
      }
      case 'RUN':
        return run(text, inside('.'), { ...image.env, ...hostEnv(nodeFolder) })
      case 'CMD':
        image.cmd = execForm(text) ?? []
        return
      case 'HEALTHCHECK':
        image.healthcheck = execForm(text.replace(/^.*?CMD /, '')) ?? []
        return
      case 'ARG':
      case 'USER': // chosen by run-image.ts
        return
      default:
        throw new Error(`unsupported instruction ${name}`)
    }
  }

  return { build }
}

/** Returns whether a stage, or one that it is based on or copies from, differs between services. */
function usesService(dockerfile: Dockerfile, name: string): boolean {
  const stage = dockerfile.stages.find((candidate) => candidate.name === name)
  if (!stage) return false
  const sources = [stage.from, ...stage.instructions.flatMap(({ flags }) => flags.from ?? [])]
  return (
    stage.instructions.some((instruction) => instruction.name === 'ARG' && instruction.text === 'SERVICE') ||
    sources.some((source) => usesService(dockerfile, source))
  )
}

/** Hard-links the files, because no stage changes the files of another one. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await run('cp -al "$FROM/." "$TO/"', '/', { PATH: process.env.PATH, FROM: from, TO: to })
}

/** The machine's npm with the image's Node and npm's cache. */
function hostEnv(nodeFolder: string): NodeJS.ProcessEnv {
  const { HOME, PATH } = process.env
  return { HOME, PATH: `${nodeFolder}:${PATH}`, npm_config_prefer_offline: 'true' }
}

async function run(command: string, cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => printed.push(text))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}: ${printed.join('').slice(-SHOWN_CHARACTERS)}`)
}
