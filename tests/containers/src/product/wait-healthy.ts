import { waitFor } from '../wait-for.ts'
import type { Product } from './product.ts'

const SHOWN_LINES = '8'

/** Waits until every container of these services runs and is healthy. Throws with the last lines of the others. */
export async function waitHealthy(product: Product, services: readonly string[], withinMs: number): Promise<void> {
  let missing: string[] = []
  const areHealthy = async () => {
    const states = await product.states()
    missing = services.filter((service) => {
      const own = states.filter((state) => state.service === service)
      return own.length === 0 || !own.every(({ isRunning, isHealthy }) => isRunning && isHealthy)
    })
    return missing.length === 0
  }
  if (await waitFor(areHealthy, withinMs)) return
  const logs = await Promise.all(missing.map((service) => lastLines(product, service)))
  throw new Error(`not healthy within ${withinMs / 1_000} s: ${missing.join(', ')}\n${logs.join('\n')}`)
}

async function lastLines(product: Product, service: string): Promise<string> {
  const state = (await product.states()).find((candidate) => candidate.service === service)
  if (!state) return `${service} has no container`
  const { stdout, stderr } = await product.engine.attempt(['logs', '--tail', SHOWN_LINES, state.name])
  return `${service}: ${`${stdout}${stderr}`.trim()}`
}
