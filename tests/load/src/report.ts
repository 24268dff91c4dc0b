import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from '@zing/dev-env/root'
import type { Plan } from '../shared/plan.ts'
import type { ScriptName } from '../shared/scripts.ts'
import type { Failure } from './failures.ts'
import type { Refusals } from './observe-refusals.ts'
import type { Restart } from './roll.ts'
import type { MemoryPeak } from './run/memory.ts'
import type { ProcessorSplit } from './run/processors.ts'
import type { RunMetadata } from './run/run-metadata.ts'
import type { Summary } from './summary.ts'
import { tableOf } from './table.ts'

export interface Report extends Summary {
  script: ScriptName
  command: string
  isGood: boolean
  /** Set if the run failed for another reason than a threshold. */
  error: string | null
  plan: Plan
  scale: string | null
  /** Null if the product and k6 share all processors. */
  processors: ProcessorSplit | null
  metadata: RunMetadata
  failures: Failure[]
  restarts: Restart[]
  /**
   * Only for `overload`: its best rate of good responses per second, each process's memory, and the duration of
   * refusals.
   */
  capacity: number | null
  memory: MemoryPeak[]
  refusals: Refusals | null
}

const RESULTS = path.join(ROOT, 'tests/load/results')

export function openLog(script: ScriptName): (line: string) => void {
  mkdirSync(RESULTS, { recursive: true })
  const log = createWriteStream(path.join(RESULTS, `${script}.log`))
  return (line) => void log.write(`${line}\n`)
}

/** Writes the report to `docs/load` if published, otherwise to a folder that git ignores. */
export async function writeReport(report: Report, isPublished: boolean): Promise<string> {
  const folder = isPublished ? path.join(ROOT, 'docs/load') : RESULTS
  const file = path.join(folder, `${report.script}${report.restarts.length > 0 ? '-roll' : ''}.json`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  return path.relative(ROOT, file)
}

export function formatReport(report: Report): string {
  const { plan, metadata, failures, restarts } = report
  return [
    '',
    `${report.script}: ${plan.pairs} pairs and ${plan.singles} singles, rate ${plan.rate}, ${plan.seconds} s`,
    `${metadata.date} on ${metadata.machine}; ${formatProcessors(report)}. Node ${metadata.node}, k6 ${metadata.k6}, NATS ${metadata.nats}, MongoDB: ${metadata.mongodb}`,
    `${report.command}`,
    '',
    tableOf(report),
    ...failures.map(({ message, count }) => `  FAILED ${count} times: ${message}`),
    ...(restarts.length > 0 ? [`${restarts.length} processes restarted under load`] : []),
    ...(report.capacity ? [`The product carries ${Math.round(report.capacity)} calls per second.`] : []),
    ...(report.refusals ? [formatRefusals(report.refusals)] : []),
    ...report.memory.map(({ name, peakMib, maxMib }) => `${name}: at most ${peakMib} MiB of ${maxMib}`),
    ...(report.error ? [report.error] : []),
    report.isGood ? 'All thresholds are met.' : 'FAILED.',
  ].join('\n')
}

function formatProcessors({ processors }: Report): string {
  if (!processors) return 'product and k6 share it'
  return `the product runs on processor ${processors.product}, k6 on ${processors.generator}`
}

function formatRefusals({ count, p50, p95, p99 }: Refusals): string {
  const [median, high, highest] = [p50, p95, p99].map((ms) => ms.toFixed(1))
  return `Refusals that the observer got: ${count}; p50 ${median} ms, p95 ${high} ms, p99 ${highest} ms`
}
