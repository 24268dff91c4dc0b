import { PROCESS_NAMES } from '@zing/proto/processes'
import { contentsOf, registerPair, send } from '../people/pair.ts'
import { recreate } from '../product/recreate.ts'
import { SERVERS } from '../product/services.ts'
import type { Step } from './step.ts'

/** `stop_grace_period` of the compose file. */
const GRACE_SECONDS = 12

/** Every container ends by itself after SIGTERM. Started again, the product has all acknowledged data. */
export const stop: Step = {
  name: 'stop',
  async run({ product }) {
    const { engine } = product
    const pair = await registerPair(product.url, 'stopped')
    for (let count = 0; count < 20; count++) await send(pair, `before ${count}`)
    const before = await contentsOf(pair)

    const times: string[] = []
    const problems: string[] = []
    for (const service of [...PROCESS_NAMES.toReversed(), ...SERVERS, 'secrets']) {
      const { name } = await product.container(service)
      const startedAt = Date.now()
      await engine.run(['stop', '--time', String(GRACE_SECONDS), name])
      const seconds = (Date.now() - startedAt) / 1_000
      times.push(`${service} ${seconds.toFixed(1)} s`)
      const { exitCode } = await product.container(service)
      if (exitCode !== 0) problems.push(`${service} ended with ${exitCode} after ${seconds.toFixed(1)} s`)
    }
    if (problems.length > 0) throw new Error(problems.join('; '))

    await recreate(product)
    const after = await contentsOf(pair)
    if (after.join() !== before.join()) throw new Error(`${before.length} messages before, ${after.length} after`)
    await send(pair, 'after')
    return `${times.join(', ')}; ${before.length} messages and the sessions survived`
  },
}
