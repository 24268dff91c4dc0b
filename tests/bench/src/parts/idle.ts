import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { cpuMsOfThreads } from '../processes/process-usage.ts'
import { startProduct } from '../product.ts'
import { type Result, result } from '../results/result.ts'

const BUDGET_MS = 20
const FULL = { warmUpMs: 120_000, roundMs: 30_000, rounds: 2 } // V8 collects the start's garbage up to 100 s later
const QUICK = { warmUpMs: 2_000, roundMs: 5_000, rounds: 1 }

/** Shows the cost of a process wake-up, which varies several-fold over hours on the same machine. */
const BASELINE = 'baseline: a Node process with one empty timer a second'

interface Process {
  name: string
  pid: number
}

/** Measures the CPU time of `npm start` and all its processes without a client. */
export async function measureIdle({ isQuick }: { isQuick: boolean }): Promise<Result[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'zing-idle-'))
  const processes = createProcesses({ reaper: createReaper() })
  try {
    const product = await startProduct(processes, { dataDir, env: { MONGO_DOWNLOAD: '0' } })
    const baseline = await processes.start({
      name: BASELINE,
      command: process.execPath,
      args: ['-e', 'setInterval(() => {}, 1000)'],
      isReady: () => true,
      readyWithinMs: 1_000,
    })
    if (!baseline.pid) throw new Error('The baseline has no process')
    const all = Object.entries(product.pids).flatMap(([name, pid]) => (pid ? [{ name, pid }] : []))
    const { warmUpMs, roundMs, rounds } = isQuick ? QUICK : FULL
    await pause(warmUpMs)
    const measured: Map<string, number>[] = []
    for (let round = 0; round < rounds; round++)
      measured.push(await cpuMsPerSecond([...all, { name: BASELINE, pid: baseline.pid }], roundMs))
    return toResults(all, measured)
  } finally {
    await processes.stopAll()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function cpuMsPerSecond(all: Process[], roundMs: number): Promise<Map<string, number>> {
  const startedAt = performance.now()
  const before = await Promise.all(all.map(({ pid }) => cpuMsOfThreads(pid)))
  await pause(roundMs)
  const after = await Promise.all(all.map(({ pid }) => cpuMsOfThreads(pid)))
  const seconds = (performance.now() - startedAt) / 1_000
  return new Map(
    all.map(({ name }, index) => {
      const [from, to] = [before[index] ?? Number.NaN, after[index] ?? Number.NaN]
      return [name, (to - from) / seconds]
    }),
  )
}

function toResults(all: Process[], rounds: Map<string, number>[]): Result[] {
  const sums = rounds.map((round) => all.reduce((sum, { name }) => sum + (round.get(name) ?? Number.NaN), 0))
  const baseline = rounds.map((round) => round.get(BASELINE) ?? Number.NaN)
  const total = result(
    'CPU time of the idle product, in a second',
    'ms',
    { product: sums, baseline },
    { budget: BUDGET_MS, note: BASELINE },
  )
  const details = all.map(({ name }) => {
    const ofProcess = rounds.map((round) => round.get(name) ?? Number.NaN)
    return result(`  ${name}`, 'ms', { product: ofProcess, baseline: [] })
  })
  return [total, ...details]
}
