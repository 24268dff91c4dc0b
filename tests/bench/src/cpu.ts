import type { Bench } from './bench.ts'
import { usageOf } from './process-usage.ts'

export interface CpuTime {
  cpuMs: number
  elapsedMs: number
}

/** Measures the CPU time of `run`, which depends less on the load of the machine than elapsed time. */
export async function measureCpu(
  bench: Bench,
  side: 'product' | 'baseline',
  run: () => Promise<unknown>,
): Promise<CpuTime> {
  const pids = side === 'baseline' ? [bench.baseline.pid] : bench.product.processes.map(({ pid }) => pid)
  const [before, startedAt] = [await cpuMsOf(pids), performance.now()]
  await run()
  const elapsedMs = performance.now() - startedAt
  return { cpuMs: (await cpuMsOf(pids)) - before, elapsedMs }
}

async function cpuMsOf(pids: number[]): Promise<number> {
  const usages = await Promise.all(pids.map(usageOf))
  return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}
