import { readAddresses } from '@zing/dev-env/state/addresses-file'
import { readPids } from '@zing/dev-env/state/pid-file'
import { phaseMetric } from '../shared/storm.ts'
import type { Summary } from './summary.ts'

/** Calls of other users may take this many times as long during the storm. */
const MAX_SLOWER = 2

export interface LostHost {
  /** Names of processes that ended besides the killed ones. */
  restarted(): string[]
}

/** Kills the first gateway and the first chat process at once, like the loss of their host. They start again. */
export async function killHost(dataDir: string): Promise<LostHost> {
  const { processes } = await readAddresses(dataDir)
  const before = readPids(dataDir)
  const names = ['gateway', 'chat'].flatMap((service) => processes.find((one) => one.service === service)?.name ?? [])
  for (const name of names) if (before[name]) process.kill(before[name], 'SIGKILL')
  return {
    restarted() {
      const after = readPids(dataDir)
      return Object.keys(before).filter((name) => !names.includes(name) && after[name] !== before[name])
    },
  }
}

/** Lists problems that k6 cannot detect: slower calls of others, and processes that ended. */
export function stormProblems({ rows }: Summary, host: LostHost | null): string[] {
  if (!host) return ['The script did not come to the loss of the host.']
  const p99Of = (phase: 'before' | 'after') =>
    rows.find(({ metric }) => metric === phaseMetric(phase))?.statistics['p(99)'] ?? Number.NaN
  const [before, after] = [p99Of('before'), p99Of('after')]
  const restarted = host.restarted()
  return [
    ...(after <= before * MAX_SLOWER
      ? []
      : [`The p99 of others was ${Math.round(before)} ms before the loss and is ${Math.round(after)} ms after it.`]),
    ...(restarted.length > 0 ? [`Restarted: ${restarted.join(', ')}.`] : []),
  ]
}
