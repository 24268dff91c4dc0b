import { findDocker } from './docker.ts'
import type { Engine } from './engine.ts'
import { type Compose, findCompose } from './find-compose.ts'
import { findPodman, type PodmanOptions } from './podman.ts'

const RUN_MS = 60_000
const NETWORKS_NEED = "podman's networks need the packages netavark, aardvark-dns and iptables"

export interface Found {
  engine: Engine
  compose: Compose
  /** An image that the trial container ran from. */
  firstImage: string
}

/**
 * Returns the first engine that runs a container and has compose, or the reasons why none does. `firstImage` provides
 * an image for the trial, without running anything.
 */
export async function findEngine(
  options: PodmanOptions,
  firstImage: (engine: Engine) => Promise<string>,
): Promise<Found | string[]> {
  const reasons: string[] = []
  for (const found of [await findDocker(), await findPodman(options)]) {
    if (typeof found === 'string') {
      reasons.push(found)
      continue
    }
    for (const engine of [found].flat()) {
      const result = await tryOut(engine, options.cacheFolder, firstImage)
      if (typeof result !== 'string') return result
      reasons.push(`${engine.name}: ${result}`)
    }
  }
  return reasons
}

async function tryOut(
  engine: Engine,
  cacheFolder: string,
  firstImage: (engine: Engine) => Promise<string>,
): Promise<Found | string> {
  const compose = await findCompose(engine, cacheFolder)
  if (typeof compose === 'string') return compose
  try {
    const image = await firstImage(engine)
    for (const network of ['none', 'bridge']) {
      await engine.run(['run', '--rm', '--network', network, image, 'true'], { timeoutMs: RUN_MS })
    }
    return { engine, compose, firstImage: image }
  } catch (error) {
    const reason = `${error instanceof Error ? error.message.split('\n').at(-1) : error}`
    const hint = reason.includes('netavark') ? ` (${NETWORKS_NEED})` : ''
    return `no container runs: ${reason}${hint}`
  }
}
