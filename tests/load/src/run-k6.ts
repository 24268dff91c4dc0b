import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Exit } from '@zing/dev-env/processes/exit'
import type { Processes } from '@zing/dev-env/processes/processes'
import { ROOT } from '@zing/dev-env/root'
import { build } from 'esbuild'
import type { Fixture } from '../shared/fixture.ts'
import type { ScriptName } from '../shared/scripts.ts'
import type { K6 } from './find-k6.ts'
import { STATISTICS } from './summary.ts'

const BEYOND_LOAD_MS = 180_000 // to connect before, and to check afterwards

export interface K6Run {
  processes: Processes
  k6: K6
  /** For everything that k6 reads and writes. */
  folder: string
  script: ScriptName
  fixture: Fixture
  k6Options: string[]
  onLine(line: string): void
}

export interface K6Result {
  exit: Exit
  /** Of k6's summary; there is none when k6 did not get far. */
  summaryFile: string
}

/** Bundles the script with the contracts it uses, and runs it. k6 is told to stop when it takes far too long. */
export async function runK6(run: K6Run): Promise<K6Result> {
  const [bundle, fixture, summaryFile] = ['script.js', 'fixture.json', 'summary.json'].map((name) =>
    path.join(run.folder, name),
  ) as [string, string, string] // three in, three out
  await writeFile(fixture, JSON.stringify(run.fixture), { mode: 0o600 })
  await bundleScript(run.script, bundle)
  await rm(summaryFile, { force: true }) // of the run before

  const launched = run.processes.launch({
    name: 'k6',
    command: run.k6.command,
    args: [
      ...run.k6.args(run.folder),
      ...['run', '--quiet', '--no-color', '--no-usage-report', '--address', '', '--summary-mode', 'compact'],
      ...['--summary-export', summaryFile, '--summary-trend-stats', STATISTICS.join(','), '--env', `CAST=${fixture}`],
      ...run.k6Options,
      bundle,
    ],
    isReady: () => true,
    readyWithinMs: 0,
    onLine: run.onLine,
  })
  const tooLong = setTimeout(() => void launched.stop(), run.fixture.plan.seconds * 1_000 + BEYOND_LOAD_MS)
  const exit = await launched.exited
  clearTimeout(tooLong)
  return { exit, summaryFile }
}

/** k6 runs TypeScript, but finds no packages: the contracts of proto come with zod. */
export async function bundleScript(script: ScriptName, outfile: string): Promise<void> {
  await build({
    entryPoints: [path.join(ROOT, 'tests/load/scripts', `${script}.ts`)],
    outfile,
    bundle: true,
    minify: true, // every virtual user loads it
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    external: ['k6', 'k6/*'],
    logLevel: 'error',
  })
}
