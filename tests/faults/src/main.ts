// `npm run faults`: args.ts has the options. Exits with 1 if a promise was broken, or a mutant was not found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatError } from '@zing/dev-env/output/format-error'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { type Args, readArgs, TWO_OF_EACH } from './args.ts'
import { findMutants } from './find-mutants.ts'
import type { FocusName, PaceName } from './nemesis/plan-faults.ts'
import { publish } from './publish.ts'
import { formatReport } from './report.ts'
import { type RunResult, runOnce } from './run.ts'
import { gatherRunMetadata } from './run-metadata.ts'

const STOP_MS = 15_000
/** Only a reset under faults checks these; runs without a reset find other mutants sooner. */
const CHECKED_BY_RESET = ['INV-10', 'INV-12']

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
  await stop(args.mutants.length > 0 ? await runMutants(args) : await runAll(args))
} catch (error) {
  console.error(formatError(error))
  await stop(1)
}

async function runAll({ runs, seconds, pace, focus, isPublished }: Args): Promise<number> {
  const metadata = await gatherRunMetadata(process.env)
  const results: RunResult[] = []
  const report = {
    command: ['npm run faults --', ...process.argv.slice(2)].join(' '),
    seconds,
    metadata,
    results,
  }
  for (const run of runs) {
    results.push(await runInFolder({ ...run, seconds, pace, focus, mutant: undefined, hasReset: !focus }))
    if (isPublished) await publish(report) // after each run: the next one may take hours
  }
  console.log(formatReport(report))
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0
}

async function runMutants({ mutants, runs, seconds, pace }: Args): Promise<number> {
  const { report, missed } = await findMutants(mutants, async ({ name, breaks, focus = null }, scale, round) => {
    const result = await runInFolder({
      seed: (runs[0]?.seed ?? 1) + round,
      seconds,
      pace,
      focus,
      scale: scale === 'two' ? TWO_OF_EACH : undefined,
      mutant: name,
      hasReset: !focus && breaks.some((invariant) => CHECKED_BY_RESET.includes(invariant)),
    })
    return result.violations
  })
  console.log(`\n${report}`)
  return missed.length === 0 ? 0 : 1
}

/** Keeps the folder with history and logs if the run broke a promise. */
async function runInFolder(options: {
  seed: number
  seconds: number
  scale: string | undefined
  mutant: string | undefined
  pace: PaceName
  focus: FocusName | null
  hasReset: boolean
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
