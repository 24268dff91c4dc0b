import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stringify } from 'yaml'
import { registerPair } from '../people/pair.ts'
import { assertStored, startTraffic } from '../people/traffic.ts'
import type { Product } from '../product/product.ts'
import { recreate } from '../product/recreate.ts'
import { SERVICES } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import type { Step } from './step.ts'

const HEALTHY_MS = 120_000
const GRACE_SECONDS = '12'
/** The gateway asks for the addresses of a name again within this time. */
const BEFORE_AND_AFTER_MS = 3_000

/** A second build takes over from the first while users go on. */
export const rolling: Step = {
  name: 'rolling',
  async run({ product, folder }) {
    const second = path.join(folder, 'second-build.yml')
    await writeFile(second, stringify(secondImages(product)))
    const context = path.join(folder, 'second-build')
    await mkdir(context)
    for (const service of SERVICES) await buildSecond(product, service, context)

    const pair = await registerPair(product.url, 'rolling')
    const traffic = startTraffic(pair)
    try {
      for (const service of SERVICES) await replace(product, service, second)
    } catch (error) {
      await traffic.stop()
      throw error
    }
    const { requests, failures } = await traffic.stop()
    if (failures.length > 0)
      throw new Error(`${failures.length} of ${requests} requests failed: ${failures.slice(0, 5).join('; ')}`)
    await assertStored(pair, traffic.acknowledged)
    await recreate(product)
    return `0 of ${requests} requests failed while ${SERVICES.join(', ')} were replaced; the gateway's port belongs to one container, so its update needs a proxy in front`
  },
}

/** A build that differs from the first one in a label. */
async function buildSecond({ engine, imageOf }: Product, service: string, context: string): Promise<void> {
  await writeFile(path.join(context, 'Dockerfile'), `FROM ${imageOf(service)}\nLABEL zing.test.build=two\n`)
  await engine.run(['build', '--tag', secondImage(imageOf(service)), context])
}

function secondImages({ imageOf }: Product): object {
  return { services: Object.fromEntries(SERVICES.map((name) => [name, { image: secondImage(imageOf(name)) }])) }
}

function secondImage(image: string): string {
  return image.replace(/:one$/, ':two')
}

async function replace(product: Product, service: string, second: string): Promise<void> {
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
