import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { runCommand } from '@zing/dev-env/processes/run-command'
import { which } from '@zing/dev-env/servers/which'
import { measure } from './measure.ts'
import { commandOf, readOptions } from './options.ts'
import { formatReport, writeReport } from './report.ts'
import { findK6 } from './run/find-k6.ts'

// `npm run load -- <script>` validates the options before anything starts. Exits with 1 if a threshold is missed.
const folder = mkdtempSync(path.join(tmpdir(), 'zing-load-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await runCommand(async (processes, interrupted) => {
  const args = process.argv.slice(2)
  const options = readOptions(args, process.env)
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
  const k6 = findK6({ k6Path: options.k6Path, home: homedir(), which: (program) => which(program), isFile })
  const measured = await measure({ options, k6, processes, folder, log: console.log })
  interrupted.throwIfAborted() // no report for an incomplete run
  const report = { ...measured, command: commandOf(args, process.env) }
  const file = await writeReport(report, options.isPublished)
  console.log(`${formatReport(report)}\nWritten to ${file}`)
  return report.isGood ? 0 : 1
})
