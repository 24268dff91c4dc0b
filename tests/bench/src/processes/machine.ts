import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export interface Machine {
  cpu: string
  cores: number
  memoryGib: number
  /** One-minute load average before the run; if it exceeds 1, other processes disturbed the results. */
  loadBefore: number
  node: string
}

export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 1_024 ** 3),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    node: process.version,
  }
}
