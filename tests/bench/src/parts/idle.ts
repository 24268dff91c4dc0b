import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { usageOf } from '../process-usage.ts'
import { startProduct } from '../product.ts'
import { type Result, result } from '../result.ts'

const BUDGET_MS = 10
const FULL = { warmUpMs: 120_000, roundMs: 30_000, rounds: 2 } // V8 collects the garbage of the start up to 100 s later
const QUICK = { warmUpMs: 2_000, roundMs: 5_000, rounds: 1 }

interface Process {
  name: string
  pid: number
}

/** Measures the CPU time of `npm start` and everything it has started while there is no client. */
export async function measureIdle({ isQuick }: { isQuick: boolean }): Promise<Result[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-idle-'))
  const processes = createProcesses({ reaper: createReaper() })
  try {
    const product = await startProduct(processes, { dataDir, env: { MONGO_DOWNLOAD: '0' } })
    const all = Object.entries(product.pids).flatMap(([name, pid]) => (pid ? [{ name, pid }] : []))
    const { warmUpMs, roundMs, rounds } = isQuick ? QUICK : FULL
    await pause(warmUpMs)
    const measured: Map<string, number>[] = []
    for (let round = 0; round < rounds; round++) measured.push(await cpuMsPerSecond(all, roundMs))
    return toResults(all, measured)
  } finally {
    await processes.stopAll()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function cpuMsPerSecond(all: Process[], roundMs: number): Promise<Map<string, number>> {
  const startedAt = performance.now()
  const before = await Promise.all(all.map(({ pid }) => usageOf(pid)))
  await pause(roundMs)
  const after = await Promise.all(all.map(({ pid }) => usageOf(pid)))
  const seconds = (performance.now() - startedAt) / 1_000
  return new Map(
    all.map(({ name }, index) => {
      const [from, to] = [before[index]?.cpuMs ?? Number.NaN, after[index]?.cpuMs ?? Number.NaN]
      return [name, (to - from) / seconds]
    }),
  )
}

function toResults(all: Process[], rounds: Map<string, number>[]): Result[] {
  const sums = rounds.map((round) => [...round.values()].reduce((sum, ms) => sum + ms, 0))
  const total = result(
    'CPU time of the idle product, in a second',
    'ms',
    { product: sums, baseline: [] },
    { budget: BUDGET_MS },
  )
  const details = all.map(({ name }) => {
    const ofProcess = rounds.map((round) => round.get(name) ?? Number.NaN)
    return result(`  ${name}`, 'ms', { product: ofProcess, baseline: [] })
  })
  return [total, ...details]
}
