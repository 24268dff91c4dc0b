// `npm run faults`: args.ts has the options. Exits with 1 if a promise was broken, or a mutant was not found.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Processes } from '@zing/dev-env/processes/processes'
import { runCommand } from '@zing/dev-env/processes/run-command'
import { type Args, readArgs, TWO_OF_EACH } from './args.ts'
import { findMutants } from './find-mutants.ts'
import type { FocusName, PaceName } from './nemesis/plan-faults.ts'
import { publish } from './publish.ts'
import { formatReport } from './report.ts'
import { type RunResult, runOnce } from './run.ts'
import { gatherRunMetadata } from './run-metadata.ts'

/** Only a reset under faults checks these; runs without a reset find other mutants sooner. */
const CHECKED_BY_RESET = ['INV-10', 'INV-12']

await runCommand((processes) => {
  const args = readArgs(process.argv.slice(2))
  return args.mutants.length > 0 ? runMutants(processes, args) : runAll(processes, args)
})

async function runAll(
  processes: Processes,
  { runs, seconds, pace, focus, hasBucket, isPublished }: Args,
): Promise<number> {
  const metadata = await gatherRunMetadata(process.env)
  const results: RunResult[] = []
  const report = {
    command: ['npm run faults --', ...process.argv.slice(2)].join(' '),
    seconds,
    metadata,
    results,
  }
  for (const run of runs) {
    results.push(
      await runInFolder({
        processes,
        ...run,
        seconds,
        pace,
        focus,
        hasBucket,
        mutant: undefined,
        hasReset: !focus,
      }),
    )
    if (isPublished) await publish(report) // after each run: the next one may take hours
  }
  console.log(formatReport(report))
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0
}

async function runMutants(processes: Processes, { mutants, runs, seconds, pace }: Args): Promise<number> {
  const { report, missed } = await findMutants(mutants, async ({ name, breaks, focus = null }, scale, round) => {
    const result = await runInFolder({
      processes,
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
  processes: Processes
  seed: number
  seconds: number
  scale: string | undefined
  mutant: string | undefined
  pace: PaceName
  focus: FocusName | null
  hasBucket?: boolean
  hasReset: boolean
}): Promise<RunResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'zing-faults-'))
  console.log(
    `Seed ${options.seed}, ${options.seconds} s${options.scale ? `, ${options.scale}` : ''}${options.mutant ? `, mutant ${options.mutant}` : ''}`,
  )
  const result = await runOnce({ folder, log: console.log, ...options })
  for (const { invariant, text } of result.violations.slice(0, 20)) console.log(`  ${invariant}: ${text}`)
  if (result.violations.length === 0 || options.mutant) rmSync(folder, { recursive: true, force: true })
  else console.log(`  ${result.violations.length} violations; history and logs: ${folder}`)
  return result
}
