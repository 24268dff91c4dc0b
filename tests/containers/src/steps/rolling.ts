import { ROUTED_SERVICES } from '@zing/proto/routes'
import { registerPair } from '../people/pair.ts'
import { assertStored, startTraffic } from '../people/traffic.ts'
import { behindCaddy } from '../product/behind-caddy.ts'
import { buildImages } from '../product/build-images.ts'
import type { Product } from '../product/product.ts'
import { recreate } from '../product/recreate.ts'
import { buildSecond, replaceContainer } from '../product/second-build.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { warningsOf } from '../product/warnings.ts'
import type { Step } from './step.ts'

const HEALTHY_MS = 120_000
const SHOWN_FAILURES = 3

/**
 * A second build replaces the first while users go on. The gateway is replaced behind Caddy, because only one container
 * can have a published port.
 */
export const rolling: Step = {
  name: 'rolling',
  async run({ product, folder }) {
    const services = await replaceEach(product, ROUTED_SERVICES, await buildSecond(product, ROUTED_SERVICES, folder))

    const second = await buildSecond(product, ['gateway'], folder)
    const proxied = await behindCaddy(product, folder)
    await buildImages(proxied, ['caddy'])
    try {
      await recreate(proxied)
      await proxied.composeRun(['up', '--detach', '--no-build', '--no-recreate', 'caddy'])
      await waitHealthy(proxied, ['caddy'], HEALTHY_MS)
      return `${services}; ${await replaceEach(proxied, ['gateway'], second)} behind Caddy`
    } finally {
      await proxied.composeRun(['down', '--remove-orphans'])
      await recreate(product)
    }
  },
}

async function replaceEach(product: Product, services: readonly string[], second: string): Promise<string> {
  const pair = await registerPair(product.url, 'rolling')
  const traffic = startTraffic(pair)
  try {
    for (const service of services) await replaceContainer(product, service, second)
  } catch (error) {
    await traffic.stop()
    throw error
  }
  const { requests, failures } = await traffic.stop()
  if (failures.length > 0) {
    const names = (await product.states()).map(({ name }) => name)
    const shown = failures.slice(0, SHOWN_FAILURES).join('; ')
    throw new Error(`${failures.length} of ${requests} requests failed: ${shown}\n${await warningsOf(product, names)}`)
  }
  await assertStored(pair, traffic.acknowledged)
  return `0 of ${requests} requests failed while ${services.join(', ')} ${services.length > 1 ? 'were' : 'was'} replaced`
}
