import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

export interface Machine {
  cpu: string
  cores: number
  memoryGib: number
  /** Average of the last minute before the run: above 1 or so, somebody else was busy here. */
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
