import type { Product } from './product.ts'
import { ALL } from './services.ts'
import { waitHealthy } from './wait-healthy.ts'

const HEALTHY_MS = 240_000

/**
 * Removes all containers and networks, keeps the volumes, and starts everything again. `between` runs without
 * containers.
 */
export async function recreate(product: Product, between: () => Promise<unknown> = async () => {}): Promise<void> {
  await product.composeRun(['down', '--remove-orphans'])
  await between()
  await product.composeRun(['up', '--detach', '--no-build', ...ALL])
  await waitHealthy(product, ALL, HEALTHY_MS)
}
