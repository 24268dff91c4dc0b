import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formatError } from '@zing/dev-env/output/format-error'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { findApt } from '@zing/dev-env/servers/apt'
import { which } from '@zing/dev-env/servers/which'
import { bufferOutput } from './buffer-output.ts'
import { type Counts, NOT_RUN } from './count-results.ts'
import { findChromium } from './find-chromium.ts'
import { readChoice } from './parse-args.ts'
import { runInLanes } from './run-in-lanes.ts'
import { type Run, runSuite } from './run-suite.ts'
import { PROMISES, type Suite, SWEEPS, TOOLS } from './suite.ts'
import { LEFT_OUT, type Row, summary } from './summary.ts'

const LANES = 2

// `npm test [suites]` and `npm run test:all [suites]` print a summary. A suite that could not run counts as failed.
const startedAt = Date.now()
const { suites, budgetMs } = choose()

const folder = await mkdtemp(path.join(tmpdir(), 'zing-npm-test-'))
const reaper = createReaper()
const outputsOfFailed: string[] = []
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    isStopped = true
  })
}

const together = suites.filter(({ isAlone }) => !isAlone)
const alone = suites.filter(({ isAlone }) => isAlone)
const rows = [
  ...(await runInLanes(tasksOf(together, together.length > 1 ? showWhole : showLive), LANES)),
  ...(await runInLanes(tasksOf(alone, showLive), 1)),
]
await rm(folder, { recursive: true, force: true })
for (const output of outputsOfFailed) console.log(output)
console.log(summary(rows))
process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0)

function choose() {
  try {
    return readChoice(process.argv.slice(2), { promises: PROMISES, sweeps: SWEEPS, tools: TOOLS })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

type Show = (suite: Suite) => Promise<Counts>

function tasksOf(suites: Suite[], show: Show): (() => Promise<Row>)[] {
  return suites.map((suite) => async () => {
    const beganAt = Date.now()
    if (budgetMs !== null && beganAt - startedAt >= budgetMs) return { suite: suite.name, ...LEFT_OUT }
    const counts = isStopped ? NOT_RUN : await show(suite)
    return { suite: suite.name, ...counts, ms: Date.now() - beganAt }
  })
}

function showLive(suite: Suite): Promise<Counts> {
  console.log(headingOf(suite))
  return tryToRun(suite, 'inherit')
}

/** Buffers the output, since parallel suites would mix their lines; the output of failed suites comes last. */
async function showWhole(suite: Suite): Promise<Counts> {
  const file = path.join(folder, `${suite.name}.out`)
  const { result, output } = await bufferOutput(file, (descriptor) => tryToRun(suite, descriptor))
  const text = `${headingOf(suite)}\n${output}`
  if (result.failed > 0) outputsOfFailed.push(text)
  else console.log(text)
  return result
}

function headingOf({ name }: Suite): string {
  return `\n== ${name} ==`
}

async function tryToRun(suite: Suite, output: Run['output']): Promise<Counts> {
  const run: Run = { folder, env: process.env, reaper, output }
  try {
    if (!suite.needsChromium) return await runSuite(suite, run)
    const find = (program: string) => which(program)
    const browser = await findChromium({ env: process.env, which: find, apt: findApt(find, console.log) })
    return await runSuite(suite, { ...run, env: { ...run.env, CHROMIUM_PATH: browser } })
  } catch (error) {
    console.error(formatError(error))
    return NOT_RUN
  }
}
