import { ROOT } from '@zing/dev-env/root'
import { DOCKERFILE } from '@zing/docker/paths'
import type { ProcessName } from '@zing/proto/processes'
import type { Product } from '../product/product.ts'
import type { Step } from './step.ts'

const BUILD_MS = 600_000
const SHOWN_FILES = 5
/** The image with the web client, and an image with native packages. */
const TARGETS = [
  { name: 'gateway', target: 'gateway', service: 'gateway' },
  { name: 'auth', target: 'service', service: 'services/auth' },
] as const satisfies { name: ProcessName; target: string; service: string }[]
/** Leaves out Node's compile cache, which holds addresses and times of its run. */
const LIST = `cd /zing && find . -path ./.compile-cache -prune -o -type f -printf '%m %u %p\\n' | sort
find . -path ./.compile-cache -prune -o -type f -print0 | sort -z | xargs -0 sha256sum`

/** A second build without a cache makes the same files: only sources and lock file determine them. */
export const reproducible: Step = {
  name: 'reproducible',
  async run({ product }) {
    const seen: string[] = []
    for (const { name, target, service } of TARGETS) {
      const first = product.imageOf(name)
      const again = first.replace(/:one$/, ':again')
      await buildAgain(product, { target, service, tag: again })
      const [before, after] = [await filesOf(product, first), await filesOf(product, again)]
      const different = [
        ...before.filter((line) => !after.includes(line)),
        ...after.filter((line) => !before.includes(line)),
      ]
      if (different.length > 0) throw new Error(`${name}: ${different.slice(0, SHOWN_FILES).join('; ')}`)
      seen.push(`${before.length / 2} files of ${name}`)
    }
    return `${seen.join(' and ')} are the same after a build without a cache`
  },
}

async function buildAgain(
  { engine, env }: Product,
  { target, service, tag }: { target: string; service: string; tag: string },
): Promise<void> {
  const args = ['--build-arg', `SERVICE=${service}`, '--build-arg', `NODE_IMAGE=${env.values.NODE_IMAGE}`]
  const build = ['build', '--no-cache', ...engine.buildOptions, '--target', target, ...args]
  await engine.run([...build, '--file', DOCKERFILE, '--tag', tag, ROOT], { timeoutMs: BUILD_MS })
}

async function filesOf({ engine }: Product, image: string): Promise<string[]> {
  const printed = await engine.run(['run', '--rm', '--network', 'none', '--entrypoint', 'sh', image, '-c', LIST])
  return printed.split('\n').filter(Boolean)
}
