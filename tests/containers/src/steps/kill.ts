import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import { registerPair } from '../people/pair.ts'
import type { Product } from '../product/product.ts'
import { ALL } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'
import { assertNotRestarted, assertWorks, callAll, callEach, unaffectedBy } from './unaffected.ts'

const BACK_MS = 120_000
const RESTART_MS = 60_000

/** Kills every process of a container but its init, like a crash. `docker kill` would count as a requested stop. */
const KILL = 'kill -9 -1'

/** Fills the memory of the container; the kernel then ends the container's own process first. */
const FILL_MEMORY =
  'for p in /proc/[0-9]*; do [ $p = /proc/1 ] || [ $p = /proc/$$ ] || echo 1000 > $p/oom_score_adj; done; exec tail /dev/zero'

export const kill: Step = { name: 'kill', run: ({ product }) => endEach(product, KILL, 'came back after SIGKILL') }

/** conmon of podman 4 writes this empty file to the folder in which compose was started. */
const OOM_FILE = path.join(ROOT, 'oom')

export const memory: Step = {
  name: 'memory',
  async run({ product }) {
    const wasThere = existsSync(OOM_FILE)
    try {
      return await endEach(product, FILL_MEMORY, 'came back after reaching its memory limit')
    } finally {
      if (!wasThere) await rm(OOM_FILE, { force: true })
    }
  },
}

async function endEach(product: Product, command: string, summary: string): Promise<string> {
  const pair = await registerPair(product.url, 'killed')
  const slowest = { service: '', ms: 0 }
  for (const service of ALL) {
    await callAll(pair)
    const before = await product.states()
    const startedAt = Date.now()
    await product.exec(service, ['sh', '-c', command])
    await callEach(pair, unaffectedBy(service)).catch((error) => {
      throw new Error(`without ${service}: ${error.message}`)
    })
    await untilRestarted(product, service, before.find((state) => state.service === service)?.startedAt ?? '')
    await waitHealthy(product, ALL, BACK_MS)
    const ms = Date.now() - startedAt
    if (ms > slowest.ms) Object.assign(slowest, { service, ms })
    await assertNotRestarted(product, before, service)
    await assertWorks(pair, `after ${service}`)
  }
  return `each of ${ALL.length} ${summary}; the slowest, ${slowest.service}, was healthy after ${(slowest.ms / 1_000).toFixed(0)} s`
}

async function untilRestarted(product: Product, service: string, startedAt: string): Promise<void> {
  const isRestarted = async () => {
    const state = await product.container(service)
    return state.isRunning && state.startedAt !== startedAt
  }
  if (!(await waitFor(isRestarted, RESTART_MS))) throw new Error(`${service} was not restarted within ${RESTART_MS} ms`)
}
