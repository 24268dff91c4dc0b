// `npm run faults`: see args.ts for the options. Exits with 1 if a promise was broken, or a mutant was not found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatError } from '@zing/dev-env/output/format-error'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { type Args, readArgs } from './args.ts'
import type { Mutant } from './mutants.ts'
import { publish } from './publish.ts'
import { formatReport } from './report.ts'
import { type RunResult, runOnce } from './run.ts'
import { gatherRunMetadata } from './run-metadata.ts'

const STOP_MS = 15_000
const MUTANT_RUNS = 3

const processes = createProcesses({ reaper: createReaper() })
onStopSignal(
  () => void stop(130),
  () => {
    processes.killAll()
    process.exit(130)
  },
)

try {
  const args = readArgs(process.argv.slice(2))
  await stop(args.mutants.length > 0 ? await findMutants(args) : await runAll(args))
} catch (error) {
  console.error(formatError(error))
  await stop(1)
}

async function runAll({ runs, seconds, isPublished }: Args): Promise<number> {
  const metadata = await gatherRunMetadata(process.env)
  const results: RunResult[] = []
  for (const run of runs) results.push(await runInFolder({ ...run, seconds, mutant: undefined }))
  const report = {
    command: ['npm run faults --', ...process.argv.slice(2)].join(' '),
    seconds,
    metadata,
    results,
  }
  console.log(formatReport(report))
  if (isPublished) await publish(report)
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0
}

/** Runs each mutant until the checks find it, with at most MUTANT_RUNS seeds. */
async function findMutants({ mutants, runs: [first = { seed: 1, scale: undefined }], seconds }: Args): Promise<number> {
  const missed: Mutant[] = []
  for (const mutant of mutants) {
    const startedAt = performance.now()
    let found: RunResult['violations'][number] | undefined
    for (let run = 0; run < MUTANT_RUNS && !found; run++) {
      const { violations } = await runInFolder({
        seed: first.seed + run,
        seconds,
        scale: first.scale,
        mutant: mutant.name,
      })
      found = violations.find(({ invariant }) => invariant === mutant.breaks) ?? violations[0]
    }
    const took = `${Math.round((performance.now() - startedAt) / 1_000)} s`
    console.log(`${mutant.name}: ${found ? `found after ${took}: ${found.invariant}: ${found.text}` : 'NOT FOUND'}`)
    if (!found) missed.push(mutant)
  }
  return missed.length === 0 ? 0 : 1
}

/** Keeps the folder with history and logs of a run that broke a promise. */
async function runInFolder(options: {
  seed: number
  seconds: number
  scale: string | undefined
  mutant: string | undefined
}): Promise<RunResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-faults-'))
  console.log(
    `Seed ${options.seed}, ${options.seconds} s${options.scale ? `, ${options.scale}` : ''}${options.mutant ? `, mutant ${options.mutant}` : ''}`,
  )
  const result = await runOnce({ processes, folder, log: console.log, ...options })
  for (const { invariant, text } of result.violations.slice(0, 20)) console.log(`  ${invariant}: ${text}`)
  if (result.violations.length === 0 || options.mutant) rmSync(folder, { recursive: true, force: true })
  else console.log(`  ${result.violations.length} violations; history and logs: ${folder}`)
  return result
}

async function stop(exitCode: number): Promise<void> {
  await processes.stopAll(STOP_MS)
  process.exit(exitCode)
}
