import type { Bench } from './bench.ts'
import { usageOf } from './process-usage.ts'

export interface Spent {
  /** CPU time of all processes of the measured side, in ms. */
  cpuMs: number
  elapsedMs: number
}

/** The processor time that the processes of one side took for `work`: what noise on the machine changes least. */
export async function spentOn(
  bench: Bench,
  side: 'product' | 'baseline',
  work: () => Promise<unknown>,
): Promise<Spent> {
  const pids = side === 'baseline' ? [bench.baseline.pid] : bench.product.processes.map(({ pid }) => pid)
  const [before, startedAt] = [await cpuMsOf(pids), performance.now()]
  await work()
  const elapsedMs = performance.now() - startedAt
  return { cpuMs: (await cpuMsOf(pids)) - before, elapsedMs }
}

async function cpuMsOf(pids: number[]): Promise<number> {
  const usages = await Promise.all(pids.map(usageOf))
  return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}
