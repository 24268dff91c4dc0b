import { type Result, result } from '../results/result.ts'
import { type Measured, pick } from '../rounds.ts'

interface PerMessage {
  cpuPerMessage: number
  cpuByGroup: Record<string, number>
}

interface Options {
  budget?: number
}

/** Lists a message's processor time: the total with database and broker, and the time of each group of processes. */
export function perGroup(measured: Measured<PerMessage>, { budget }: Options = {}): Result[] {
  const all = pick(measured, ({ cpuPerMessage }) => cpuPerMessage)
  const names = measured.product.flatMap(({ cpuByGroup }) => Object.keys(cpuByGroup)) // the baseline has one process
  return [
    result('  processor time per message, with database and broker', 'ms', all, { budget }),
    ...[...new Set(names)].map((name) => {
      const of = (rounds: PerMessage[]) => rounds.flatMap(({ cpuByGroup }) => cpuByGroup[name] ?? [])
      return result(`    ${name}`, 'ms', { product: of(measured.product), baseline: of(measured.baseline) })
    }),
  ]
}
