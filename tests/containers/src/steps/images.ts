import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { folderOf, PROCESS_NAMES, type ProcessName } from '@zing/proto/processes'
import { z } from 'zod'
import type { Product } from '../product/product.ts'
import type { Step } from './step.ts'

const MEGABYTE = 1_000_000
/** Size of an image without its Node base. */
const MAX_MEGABYTES: Partial<Record<ProcessName, number>> = { gateway: 120, vision: 80 }
const MAX_MEGABYTES_ELSE = 60
/** Packages for builds and tests, and pinned Nodes. */
const TOOLS = /^(vitest|typescript|vite|playwright|node-linux-.*)$/
const PRIVATE = /\.test\.|\/testing\/|\/\.env|\/\.git(?:\/|$)/
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })
const LABELS = ['org.opencontainers.image.title', 'org.opencontainers.image.licenses']

export const images: Step = {
  name: 'images',
  async run({ product }) {
    const problems: string[] = []
    const sizes: string[] = []
    const base = await sizeOf(product, product.env.values.NODE_IMAGE ?? '')
    for (const name of PROCESS_NAMES) {
      const image = product.imageOf(name)
      const megabytes = Math.round(((await sizeOf(product, image)) - base) / MEGABYTE)
      sizes.push(`${name} ${megabytes} MB`)
      const most = MAX_MEGABYTES[name] ?? MAX_MEGABYTES_ELSE
      if (megabytes > most) problems.push(`${name} adds ${megabytes} MB to the Node base, more than ${most}`)
      problems.push(...(await contentProblems(product, name, image)), ...(await cacheProblems(product, name, image)))
    }
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `over the Node base: ${sizes.join(', ')}`
  },
}

async function sizeOf({ engine }: Product, image: string): Promise<number> {
  return Number(await engine.run(['image', 'inspect', '--format', '{{.Size}}', image]))
}

/** Starts the process without variables: it loads its modules and ends. */
async function cacheProblems({ engine }: Product, name: ProcessName, image: string): Promise<string[]> {
  const run = ['run', '--rm', '--network', 'none', '--read-only']
  const quiet = await engine.attempt([...run, image])
  const complaints = quiet.stderr.split('\n').filter((line) => line && !line.startsWith('time=')) // podman's own lines
  const traced = await engine.attempt([...run, '--env', 'NODE_DEBUG_NATIVE=COMPILE_CACHE', image])
  const count = (text: string) => `${traced.stdout}${traced.stderr}`.split(text).length - 1
  const [accepted, missed] = [count('was accepted'), count('was not accepted') + count('cannot be opened')]
  return [
    ...(complaints.length > 0 ? [`${name} complains about its read-only root: ${complaints.join(' ')}`] : []),
    ...(accepted > 0 && missed === 0
      ? []
      : [`${name} compiles ${missed} modules at its start, and ${accepted} from the cache`]),
  ]
}

async function contentProblems({ engine }: Product, name: ProcessName, image: string): Promise<string[]> {
  const [inspected] = JSON.parse(await engine.run(['image', 'inspect', image]))
  const { User: user, Labels: labels } = inspected.Config
  const inside = (command: string) =>
    engine.run(['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c', command])
  const files = (await inside('find /zing -path "*/node_modules" -prune -o -print')).split('\n').filter(Boolean)
  const packages = (await inside('ls /zing/node_modules')).split('\n')
  const writable = (await inside('find / -xdev -writable -not -type l -path "/zing*" | head -3'))
    .split('\n')
    .filter(Boolean)
  const cache = (await inside('ls -A /home/node/.npm /root/.npm 2>/dev/null || true')).trim()

  const sources = files.filter((file) => path.basename(file) === 'src').sort()
  const wanted = (await foldersOf(folderOf(name))).map((folder) => `/zing/${folder}/src`).sort()
  return [
    ...(user === 'node' ? [] : [`${name} runs as ${user || 'root'}`]),
    ...LABELS.filter((label) => !labels?.[label]).map((label) => `${name} has no label ${label}`),
    ...(sources.join() === wanted.join() ? [] : [`${name} contains ${sources.join(', ')}`]),
    ...files.filter((file) => PRIVATE.test(file)).map((file) => `${name} contains ${file}`),
    ...packages.filter((file) => TOOLS.test(file)).map((file) => `${name} contains the package ${file}`),
    ...writable.map((file) => `${name} lets its user change ${file}`),
    ...(cache ? [`${name} contains a cache of npm`] : []),
  ]
}

/** Returns the folder and the folders of all packages of this repository that it depends on. */
async function foldersOf(folder: string): Promise<string[]> {
  const found = new Set([folder])
  for (const one of found) {
    const { dependencies } = Manifest.parse(JSON.parse(await readFile(path.join(ROOT, one, 'package.json'), 'utf8')))
    for (const name of Object.keys(dependencies).filter((each) => each.startsWith('@zing/')))
      found.add(name === '@zing/proto' ? 'proto' : name.replace('@zing/', 'packages/'))
  }
  return [...found]
}
