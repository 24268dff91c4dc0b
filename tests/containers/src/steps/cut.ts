import type { Pair } from '../people/pair.ts'
import { registerPair } from '../people/pair.ts'
import { LINKS, type Link } from '../product/links.ts'
import type { Product } from '../product/product.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'
import { assertNotRestarted, assertWorks, callAll, callEach, unaffectedBy } from './unaffected.ts'

const BACK_MS = 90_000

/** Packets between two containers are lost, then arrive again; no container restarts for that. */
export const cut: Step = {
  name: 'cut',
  async run({ product }) {
    const pair = await registerPair(product.url, 'cut')
    const slowest = { link: '', ms: 0 }
    for (const link of LINKS) {
      const name = `${link.from} from ${link.to}`
      const ms = await cutOnce(product, pair, link).catch((error) => {
        throw new Error(`${name}: ${error.message}`)
      })
      if (ms > slowest.ms) Object.assign(slowest, { link: name, ms })
    }
    return `${LINKS.length} cuts; the slowest recovery, ${slowest.link}, took ${(slowest.ms / 1_000).toFixed(1)} s`
  },
}

/** Returns the time from the end of the cut until everything works. */
async function cutOnce(product: Product, pair: Pair, { network, from, to }: Link): Promise<number> {
  const { engine, project } = product
  await callAll(pair)
  const before = await product.states()
  const { name } = await product.container(from)
  const fullName = `${project}_${network}`
  await engine.run(['network', 'disconnect', fullName, name])
  try {
    // without its database or the gateway a service is unavailable; without NATS or Redis it serves on
    await callEach(pair, unaffectedBy(to === 'nats' || to === 'redis' ? to : from))
  } finally {
    await engine.run(['network', 'connect', '--alias', from, fullName, name])
  }
  const startedAt = Date.now()
  let problem = ''
  const works = () =>
    assertWorks(pair, `after ${from} ${to}`).then(
      () => true,
      (error) => {
        problem = error.message
        return false
      },
    )
  if (!(await waitFor(works, BACK_MS))) throw new Error(`not back after ${BACK_MS / 1_000} s: ${problem}`)
  await assertNotRestarted(product, before)
  return Date.now() - startedAt
}
