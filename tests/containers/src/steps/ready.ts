import { PROCESS_NAMES } from '@zing/proto/processes'
import { z } from 'zod'
import type { Product } from '../product/product.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'

const GRACE_SECONDS = '12'
const HEALTHY_MS = 120_000
/** Generous: on two busy cores the start takes 0.7 to 2.3 s. */
const MAX_READY_MS = 5_000
const LogLine = z.object({ time: z.number(), msg: z.string() })

/** Measures from a container's start, as the engine reports it, to the log line of the ready process. */
export const ready: Step = {
  name: 'ready',
  async run({ product }) {
    const times: string[] = []
    const late: string[] = []
    for (const service of PROCESS_NAMES) {
      const { name } = await product.container(service)
      await product.engine.run(['stop', '--time', GRACE_SECONDS, name])
      await product.engine.run(['start', name])
      const ms = await readyMs(product, service)
      times.push(`${service} ${(ms / 1_000).toFixed(1)} s`)
      if (ms > MAX_READY_MS) late.push(service)
      await waitHealthy(product, [service], HEALTHY_MS)
    }
    if (late.length > 0) throw new Error(`not ready within ${MAX_READY_MS / 1_000} s: ${times.join(', ')}`)
    return times.join(', ')
  },
}

async function readyMs(product: Product, service: string): Promise<number> {
  const { name, startedAt } = await product.container(service)
  let readyAt = Number.NaN
  const isReady = async () => {
    const { stdout } = await product.engine.attempt(['logs', '--since', startedAt, name])
    const lines = stdout.split('\n').flatMap((line) => LogLine.safeParse(parseJson(line)).data ?? [])
    readyAt = lines.find(({ msg }) => msg === 'ready')?.time ?? Number.NaN
    return !Number.isNaN(readyAt)
  }
  if (!(await waitFor(isReady, HEALTHY_MS))) throw new Error(`${service} logged no "ready"`)
  return readyAt - Date.parse(startedAt)
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
