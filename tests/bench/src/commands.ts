import { setTimeout as pause } from 'node:timers/promises'
import type { Baseline } from './baseline.ts'
import type { Product } from './product.ts'

/** Database commands so far, by "service command". */
export type Counts = Map<string, number>

const METRIC = 'zing_mongo_commands_total'
const IDLE_MS = 5_000
/** Enough time for the work after a response, and for the sweeps that finish it. */
const FLUSH_MS = 1_500

export async function commandsOfProduct({ processes }: Product): Promise<Counts> {
  const counts: Counts = new Map()
  for (const { service, metricsUrl } of processes) {
    if (!metricsUrl) continue
    const response = await fetch(metricsUrl, { signal: AbortSignal.timeout(5_000) })
    addCounts(counts, service, await response.text())
  }
  return counts
}

export async function commandsOfBaseline({ url }: Baseline): Promise<Counts> {
  const response = await fetch(`${url}/commands`, { signal: AbortSignal.timeout(5_000) })
  const counts = (await response.json()) as Record<string, number> // shape of baseline/main.ts
  return new Map(Object.entries(counts).map(([command, count]) => [`baseline ${command}`, count]))
}

export function addCounts(counts: Counts, service: string, text: string): void {
  for (const line of text.split('\n')) {
    if (!line.startsWith(`${METRIC}{`)) continue
    const command = /command="([^"]+)"/.exec(line)?.[1]
    const key = `${service} ${command}`
    counts.set(key, (counts.get(key) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)))
  }
}

/** Counts commands per operation, and subtracts the background commands measured while idle. */
export async function countPerOperation(
  read: () => Promise<Counts>,
  operations: number,
  run: () => Promise<void>,
): Promise<Counts> {
  const idle = await change(read, () => pause(IDLE_MS))
  const busy = await change(read, async () => {
    await run()
    await pause(FLUSH_MS)
  })
  return perOperation(idle, busy, operations)
}

interface Change {
  counts: Counts
  ms: number
}

export function perOperation(idle: Change, busy: Change, operations: number): Counts {
  const own = [...busy.counts].map(([key, count]): [string, number] => {
    const background = ((idle.counts.get(key) ?? 0) / idle.ms) * busy.ms
    return [key, Math.round(((count - background) / operations) * 10) / 10]
  })
  return new Map(own.filter(([, count]) => count > 0))
}

async function change(read: () => Promise<Counts>, work: () => Promise<unknown>): Promise<Change> {
  const [before, startedAt] = [await read(), performance.now()]
  await work()
  const [after, ms] = [await read(), performance.now() - startedAt]
  return { counts: new Map([...after].map(([key, count]) => [key, count - (before.get(key) ?? 0)])), ms }
}

export function total(counts: Counts): number {
  return Math.round([...counts.values()].reduce((sum, count) => sum + count, 0) * 10) / 10
}

export function formatCounts(counts: Counts): string {
  return [...counts].map(([key, count]) => `${key} ${count}`).join(', ')
}
