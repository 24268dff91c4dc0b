import { ALL } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import type { Step } from './step.ts'

const HEALTHY_MS = 240_000

export const start: Step = {
  name: 'start',
  isNeeded: true,
  async run({ product }) {
    await product.composeRun(['up', '--detach', '--no-build', ...ALL])
    await waitHealthy(product, ALL, HEALTHY_MS)
    return `${ALL.length} containers are healthy`
  },
}
