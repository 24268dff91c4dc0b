import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type Exit, watchExit } from '@zing/dev-env/processes/exit'
import type { Reaper } from '@zing/dev-env/processes/orphan-reaper'
import { ROOT } from '@zing/dev-env/root'
import { type Counts, judge } from './count-results.ts'
import type { Command, Suite } from './suite.ts'

/** Ends a suite that hangs. Four busy processes beside it make a suite take 20 minutes. */
const SUITE_MS = 45 * 60_000
/** Compiled code of earlier processes saves a third of the processor time of a start; `npm start` writes it too. */
const COMPILE_CACHE = path.join(ROOT, '.data', 'compile-cache')

export interface Run {
  /** Folder for reports; removed after the run. */
  folder: string
  env: NodeJS.ProcessEnv
  reaper: Reaper
  output: 'inherit' | number
}

export async function runSuite(suite: Suite, run: Run): Promise<Counts> {
  const report = path.join(run.folder, `${suite.name.replace('/', '-')}.json`)
  const exits: Exit[] = []
  for (const command of suite.commands(report)) exits.push(await runCommand(command, run))

  const failed = exits.filter(({ code }) => code !== 0)
  if (!suite.count) return { passed: exits.length - failed.length, failed: failed.length, failedTests: [] }
  return judge(await readCounts(suite.count, report), failed[0] ? failed[0].code : 0)
}

async function runCommand({ script, args, cwd = '.', env }: Command, run: Run): Promise<Exit> {
  const child = spawn(process.execPath, [path.join(ROOT, script), ...args], {
    cwd: path.join(ROOT, cwd),
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE, ...run.env, ...env },
    stdio: ['ignore', run.output, run.output],
  })
  const passOn = () => void child.kill('SIGTERM') // unlike Ctrl-C, SIGTERM reaches only this process
  process.on('SIGTERM', passOn)
  const tooLong = setTimeout(passOn, SUITE_MS)
  if (child.pid) run.reaper.add(child.pid)

  const exit = await watchExit(child)
  if (child.pid) run.reaper.remove(child.pid)
  clearTimeout(tooLong)
  process.off('SIGTERM', passOn)
  return exit
}

async function readCounts(count: (report: unknown) => Counts, report: string): Promise<Counts> {
  try {
    return count(JSON.parse(await readFile(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, failedTests: [] } // there is no report
  }
}
