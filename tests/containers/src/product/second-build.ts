import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stringify } from 'yaml'
import type { Product } from './product.ts'
import { waitHealthy } from './wait-healthy.ts'

const HEALTHY_MS = 120_000
const GRACE_SECONDS = '12'
/** The gateway and Caddy resolve a name again within this time. */
const BEFORE_AND_AFTER_MS = 3_000

/** Builds images that differ from the first ones by a label. Returns a compose file that names them. */
export async function buildSecond(product: Product, services: readonly string[], folder: string): Promise<string> {
  const context = path.join(folder, 'second-build')
  await mkdir(context, { recursive: true })
  for (const service of services) {
    const first = product.imageOf(service)
    await writeFile(path.join(context, 'Dockerfile'), `FROM ${first}\nLABEL zing.test.build=two\n`)
    await product.engine.run(['build', '--tag', secondImage(first), context])
  }
  const images = services.map((service) => [service, { image: secondImage(product.imageOf(service)) }])
  const file = path.join(folder, `second-build-${services.join('-')}.yml`)
  await writeFile(file, stringify({ services: Object.fromEntries(images) }))
  return file
}

/** Starts a container of the second build, then stops the first one. */
export async function replaceContainer(product: Product, service: string, second: string): Promise<void> {
  const { engine } = product
  const old = await product.container(service)
  const scale = ['--no-deps', '--no-recreate', '--no-build', '--scale', `${service}=2`]
  await product.composeRun(['up', '--detach', ...scale, service], { files: [second] })
  await waitHealthy(product, [service], HEALTHY_MS)
  const added = (await product.states()).find((state) => state.service === service && state.id !== old.id)
  if (!added || added.image === old.image)
    throw new Error(`there is no second container of ${service} from the second build`)
  await pause(BEFORE_AND_AFTER_MS)
  await engine.run(['stop', '--time', GRACE_SECONDS, old.name])
  await pause(BEFORE_AND_AFTER_MS)
  const { exitCode } = (await product.states()).find(({ id }) => id === old.id) ?? {}
  if (exitCode !== 0) throw new Error(`${service} ended with ${exitCode}`)
}

function secondImage(image: string): string {
  return image.replace(/:one$/, ':two')
}
