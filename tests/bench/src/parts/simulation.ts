import { setTimeout as pause } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import { readCosts } from '../capacity/costs.ts'
import { loadOf, OPERATIONS, type Operation } from '../capacity/model.ts'
import { type Operations, prepareOperations } from '../capacity/operations.ts'
import { coresOf } from '../capacity/plan.ts'
import { timed } from '../load/workers.ts'
import { measureCpu } from '../processes/cpu.ts'
import { type Result, result } from '../results/result.ts'
import { summarize } from '../results/statistics.ts'

const DAILY_USERS = 10_000
const SECONDS = 60
const QUICK_SECONDS = 5
const WARM_UP_SECONDS = 15

/**
 * Runs the busiest minute of a community of 10,000 daily users in the model of docs/benchmarks.md. Compares the used
 * cores with the sum of the operations' costs.
 */
export async function measureSimulation(bench: Bench): Promise<Result[]> {
  const [warmUp, seconds] = bench.isQuick ? [0, QUICK_SECONDS] : [WARM_UP_SECONDS, SECONDS]
  const { perSecond, ...load } = loadOf(DAILY_USERS)
  const expected = coresOf({ perSecond, ...load }, (await readCosts()).operations)
  const operations = await prepareOperations(bench)
  const next = new Map<Operation, number>()
  await runFor(operations, next, perSecond, warmUp)
  let times = new Map<Operation, number[]>()
  const { byGroup, elapsedMs } = await measureCpu(bench.groups('product'), async () => {
    times = await runFor(operations, next, perSecond, seconds)
  })
  operations.close()

  const cores = Object.entries(byGroup).map(([group, ms]) => {
    const rounds = { product: [ms / elapsedMs], baseline: [expected[group] ?? Number.NaN] }
    return result(`  cores in use: ${group}`, 'count', rounds)
  })
  const note = 'baseline: as the costs of docs/bench/costs.json add up'
  const all = {
    product: [sumOf(Object.values(byGroup)) / elapsedMs],
    baseline: [sumOf(Object.values(expected))],
  }
  return [
    result(`${DAILY_USERS.toLocaleString('en')} daily users, busiest minute: cores in use`, 'count', all, { note }),
    ...cores,
    ...[...times].map(([name, ms]) => {
      const { p50, p95 } = summarize(ms)
      const label = `  ${name}: ${ms.length} in ${seconds} s, p50`
      return result(label, 'ms', { product: [p50], baseline: [] }, { note: `p95 ${Math.round(p95)} ms` })
    }),
  ]
}

/** Starts each operation at its rate, without waiting for earlier ones. Returns their durations. */
async function runFor(
  { run }: Operations,
  next: Map<Operation, number>,
  perSecond: Record<Operation, number>,
  seconds: number,
): Promise<Map<Operation, number[]>> {
  const times = new Map<Operation, number[]>(OPERATIONS.map((name) => [name, []]))
  const running: Promise<unknown>[] = []
  const startedAt = performance.now()
  const started = new Map<Operation, number>()
  while (performance.now() - startedAt < seconds * 1_000) {
    for (const name of OPERATIONS) {
      const due = Math.floor(((performance.now() - startedAt) * perSecond[name]) / 1_000)
      for (let count = started.get(name) ?? 0; count < due; count++) {
        const index = next.get(name) ?? 0
        next.set(name, index + 1)
        started.set(name, count + 1)
        const one = timed(() => run[name](index)).then((ms) => times.get(name)?.push(ms))
        one.catch(() => {}) // the `all` below reports it
        running.push(one)
      }
    }
    await pause(1)
  }
  await Promise.all(running)
  return times
}

function sumOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
