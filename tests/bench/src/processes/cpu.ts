import { cpuMsOfTree } from './process-usage.ts'

/** Process ids by group name. */
export type ProcessGroups = Record<string, number[]>

export interface CpuTime {
  /** CPU ms of all groups together, and of each group. */
  cpuMs: number
  byGroup: Record<string, number>
  elapsedMs: number
}

/** Measures the CPU time of `run`, which other load on the machine affects less than elapsed time. */
export async function measureCpu(groups: ProcessGroups, run: () => Promise<unknown>): Promise<CpuTime> {
  const [before, startedAt] = [await read(groups), performance.now()]
  await run()
  const elapsedMs = performance.now() - startedAt
  const after = await read(groups)
  const byGroup = Object.fromEntries(Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]))
  return { cpuMs: Object.values(byGroup).reduce((sum, ms) => sum + ms, 0), byGroup, elapsedMs }
}

async function read(groups: ProcessGroups): Promise<Record<string, number>> {
  const entries = Object.entries(groups).map(async ([name, pids]): Promise<[string, number]> => {
    const used = await Promise.all(pids.map(cpuMsOfTree))
    return [name, used.reduce((sum, ms) => sum + ms, 0)]
  })
  return Object.fromEntries(await Promise.all(entries))
}
