import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Exit } from '@zing/dev-env/processes/exit'
import type { Processes } from '@zing/dev-env/processes/processes'
import { ROOT } from '@zing/dev-env/root'
import { build } from 'esbuild'
import type { Fixture } from '../../shared/fixture.ts'
import type { ScriptName } from '../../shared/scripts.ts'
import { STATISTICS } from '../summary.ts'
import type { K6 } from './find-k6.ts'
import { onProcessors } from './processors.ts'

const OVERHEAD_MS = 180_000 // connects before the load, verifies after it
// A load generator that waits for a processor measures its own delays. If the user may not raise the priority, nice
// only warns.
const PREFERRED = ['nice', '-n', '-10']

export interface K6Run {
  processes: Processes
  k6: K6
  folder: string
  script: ScriptName
  fixture: Fixture
  k6Options: string[]
  /** Processors that k6 may use; all if undefined. */
  processors: string | undefined
  onLine(line: string): void
}

export interface K6Result {
  exit: Exit
  /** Missing if k6 failed early. */
  summaryFile: string
}

/** Bundles the script with its contracts and runs it. Stops k6 OVERHEAD_MS after the planned load. */
export async function runK6(run: K6Run): Promise<K6Result> {
  const [bundle, fixture, summaryFile] = ['script.js', 'fixture.json', 'summary.json'].map((name) =>
    path.join(run.folder, name),
  ) as [string, string, string] // one path for each name
  await writeFile(fixture, JSON.stringify(run.fixture), { mode: 0o600 })
  await bundleScript(run.script, bundle)
  await rm(summaryFile, { force: true }) // the warm-up has written it

  const [first = '', ...others] = run.script === 'overload' ? [...PREFERRED, run.k6.command] : [run.k6.command]
  const launched = run.processes.launch({
    name: 'k6',
    ...onProcessors(run.processors, {
      command: first,
      args: [
        ...others,
        ...run.k6.args(run.folder),
        ...['run', '--quiet', '--no-color', '--no-usage-report', '--address', '', '--summary-mode', 'compact'],
        ...['--summary-export', summaryFile, '--summary-trend-stats', STATISTICS.join(',')],
        ...['--env', `FIXTURE=${fixture}`],
        ...run.k6Options,
        bundle,
      ],
    }),
    isReady: () => true,
    readyWithinMs: 0,
    onLine: run.onLine,
  })
  const timeout = setTimeout(() => void launched.stop(), run.fixture.plan.seconds * 1_000 + OVERHEAD_MS)
  const exit = await launched.exited
  clearTimeout(timeout)
  return { exit, summaryFile }
}

/** Bundles a script, since k6 does not resolve npm packages. */
export async function bundleScript(script: ScriptName, outfile: string): Promise<void> {
  await build({
    entryPoints: [path.join(ROOT, 'tests/load/scripts', `${script}.ts`)],
    outfile,
    bundle: true,
    minify: true, // every VU loads it
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['k6', 'k6/*'],
    logLevel: 'error',
  })
}
