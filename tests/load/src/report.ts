import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import type { Plan } from '../shared/plan.ts'
import type { ScriptName } from '../shared/scripts.ts'
import type { Failure } from './failures.ts'
import type { Restart } from './roll.ts'
import type { RunMetadata } from './run-metadata.ts'
import type { Summary } from './summary.ts'
import { tableOf } from './table.ts'

export interface Report extends Summary {
  script: ScriptName
  command: string
  isGood: boolean
  /** Why not, beside thresholds. */
  trouble: string | null
  plan: Plan
  scale: string | null
  metadata: RunMetadata
  failures: Failure[]
  restarts: Restart[]
}

const RESULTS = path.join(ROOT, 'tests/load/results')

/** Everything that was said during a run, for whoever asks why. */
export function openLog(script: ScriptName): (line: string) => void {
  mkdirSync(RESULTS, { recursive: true })
  const log = createWriteStream(path.join(RESULTS, `${script}.log`))
  return (line) => void log.write(`${line}\n`)
}

/** Results are of one machine and one moment: git sees those that somebody publishes. */
export async function writeReport(report: Report, isPublished: boolean): Promise<string> {
  const folder = isPublished ? path.join(ROOT, 'docs/load') : RESULTS
  const file = path.join(folder, `${report.script}${report.restarts.length > 0 ? '-roll' : ''}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  return path.relative(ROOT, file)
}

export function printed(report: Report): string {
  const { plan, metadata, failures, restarts } = report
  return [
    '',
    `${report.script}: ${plan.pairs} pairs and ${plan.singles} singles, rate ${plan.rate}, ${plan.seconds} s`,
    `${metadata.date} on ${metadata.machine}; product and k6 share it. Node ${metadata.node}, k6 ${metadata.k6}, NATS ${metadata.nats}, MongoDB: ${metadata.mongodb}`,
    `${report.command}`,
    '',
    tableOf(report),
    ...failures.map(({ what, times }) => `  WENT WRONG ${times} times: ${what}`),
    ...(restarts.length > 0 ? [`${restarts.length} processes restarted under load`] : []),
    ...(report.trouble ? [report.trouble] : []),
    report.isGood ? 'All thresholds are met.' : 'FAILED.',
  ].join('\n')
}
