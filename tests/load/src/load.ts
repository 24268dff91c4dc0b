import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { formatError } from '@zing/dev-env/output/format-error'
import { createReaper } from '@zing/dev-env/processes/orphan-reaper'
import { createProcesses } from '@zing/dev-env/processes/processes'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { which } from '@zing/dev-env/servers/which'
import { measure } from './measure.ts'
import { commandOf, readOptions } from './options.ts'
import { formatReport, writeReport } from './report.ts'
import { findK6 } from './run/find-k6.ts'

// `npm run load -- <script>` validates the options before anything starts. Exits with 1 if a threshold is missed.
const STOP_MS = 15_000

const folder = mkdtempSync(path.join(tmpdir(), 'zing-load-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const processes = createProcesses({ reaper: createReaper() })
let isStopping = false
onStopSignal(
  () => void stop(130),
  () => {
    processes.killAll()
    process.exit(130)
  },
)

try {
  const args = process.argv.slice(2)
  const options = readOptions(args, process.env)
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  const k6 = findK6({ k6Path: options.k6Path, home: homedir(), which: (program) => which(program), isFile })
  const measured = await measure({ options, k6, processes, folder, log: console.log })
  const report = { ...measured, command: commandOf(args, process.env) }
  if (isStopping) throw new Error('interrupted') // no report for an incomplete run
  const file = await writeReport(report, options.isPublished)
  console.log(`${formatReport(report)}\nWritten to ${file}`)
  await stop(report.isGood ? 0 : 1)
} catch (error) {
  if (!isStopping) {
    console.error(`\n${formatError(error)}`)
    await stop(1)
  }
}

async function stop(exitCode: number): Promise<void> {
  isStopping = true
  await processes.stopAll(STOP_MS)
  process.exit(exitCode)
}
