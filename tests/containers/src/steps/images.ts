import type { Product } from '../product/product.ts'
import { PROCESSES } from '../product/services.ts'
import type { Step } from './step.ts'

const MEGABYTE = 1_000_000
/** Size of an image without its Node base. */
const MAX_MEGABYTES = { service: 60, gateway: 120 }
const FORBIDDEN = [
  '/root/.npm',
  '/zing/node_modules/typescript',
  '/zing/node_modules/vitest',
  '/zing/.git',
  '/zing/.env',
]
const LABELS = ['org.opencontainers.image.title', 'org.opencontainers.image.licenses']

export const images: Step = {
  name: 'images',
  async run({ product }) {
    const problems: string[] = []
    const sizes: string[] = []
    const base = await sizeOf(product, product.env.values.NODE_IMAGE ?? '')
    for (const name of PROCESSES) {
      const image = product.imageOf(name)
      const megabytes = Math.round(((await sizeOf(product, image)) - base) / MEGABYTE)
      sizes.push(`${name} ${megabytes} MB`)
      const most = name === 'gateway' ? MAX_MEGABYTES.gateway : MAX_MEGABYTES.service
      if (megabytes > most) problems.push(`${name} adds ${megabytes} MB to the Node base, more than ${most}`)
      problems.push(...(await contentProblems(product, name, image)))
    }
    if (problems.length > 0) throw new Error(problems.join('; '))
    return `over the Node base: ${sizes.join(', ')}`
  },
}

async function sizeOf({ engine }: Product, image: string): Promise<number> {
  return Number(await engine.run(['image', 'inspect', '--format', '{{.Size}}', image]))
}

async function contentProblems({ engine }: Product, name: string, image: string): Promise<string[]> {
  const [inspected] = JSON.parse(await engine.run(['image', 'inspect', image]))
  const { User: user, Labels: labels } = inspected.Config
  const list = `for f in ${FORBIDDEN.join(' ')}; do [ -e $f ] && [ -n "$(ls -A $f)" ] && echo $f; done; find /zing -not -path '*/node_modules/*' -name '*.test.ts'; find /zing -writable -not -type l | head -3`
  const found = await engine.run([
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    'sh',
    image,
    '-c',
    `${list}; true`,
  ])
  return [
    ...(user === 'node' || user === '1000' ? [] : [`${name} runs as ${user || 'root'}`]),
    ...LABELS.filter((label) => !labels?.[label]).map((label) => `${name} has no label ${label}`),
    ...found
      .split('\n')
      .filter(Boolean)
      .map((file) => `${name} contains or may change ${file}`),
  ]
}
