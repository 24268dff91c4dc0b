import type { Product } from './product.ts'

const BUILD_MS = 900_000

/** Builds the images of these services with the compose file, over this machine's network. */
export async function buildImages(product: Product, services: readonly string[]): Promise<void> {
  const options =
    product.engine.name === 'podman' ? [`--podman-build-args=${product.engine.buildOptions.join(' ')}`] : []
  await product.composeRun([...options, 'build', ...services], { timeoutMs: BUILD_MS })
}
