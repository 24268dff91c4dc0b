import type { InFlight } from './checks/messages/pushes-in-flight.ts'
import type { FaultKind } from './nemesis/fault.ts'
import type { RunResult } from './run.ts'
import type { RunMetadata } from './run-metadata.ts'

export interface Report {
  command: string
  seconds: number
  metadata: RunMetadata
  results: RunResult[]
}

const LEFT_OUT: Partial<Record<FaultKind, string>> = {
  fill: 'fill (a full disk), because only root can give a server a small disk of its own',
}

/** One paragraph with the command, the machine and the totals. */
export function formatSummary(report: Report): string {
  const [calls, faults, acknowledged, lost, doubled, reordered, other, longest] = cells(sum(report.results))
  return (
    `${conditions(report)} ${calls} calls, ${faults} faults, ${acknowledged} acknowledged messages: ${lost} lost, ` +
    `${doubled} doubled, ${reordered} reordered, ${other} other violations. The longest response took ${longest}; ` +
    `after the end of a fault, calls and sockets worked again within ${longestRecovery(report.results)}.`
  )
}

/** Tables of runs and recoveries, and every violation, in Markdown. */
export function formatReport(report: Report): string {
  const { results } = report
  const rows = [
    ...results.map((result) => [`${result.seed}`, result.scale ? 'two' : 'one', ...cells(result)]),
    ['**all**', '', ...cells(sum(results))],
  ]
  return [
    conditions(report),
    '',
    table(
      ['Seed', 'Processes', 'Calls', 'Faults', 'Acknowledged', 'Lost', 'Doubled', 'Reordered', 'Other', 'Longest'],
      rows,
    ),
    '',
    table(['Fault', 'Times', 'Recovery, median', 'Recovery, longest'], recoveryRows(results)),
    ...pushLines(results),
    ...[...new Set(results.flatMap(({ leftOut }) => leftOut))].map((kind) => `- Left out: ${LEFT_OUT[kind] ?? kind}.`),
    ...results.flatMap(({ seed, violations }) =>
      violations.map(({ invariant, text }) => `- Seed ${seed}, ${invariant}: ${text}`),
    ),
  ].join('\n')
}

function conditions({ command, seconds, metadata, results }: Report): string {
  return (
    `\`${command}\`, ${metadata.date}: ${results.length} runs of ${seconds} s on ${metadata.machine}, which the load shares. Node ` +
    `${metadata.node}, NATS ${metadata.nats}, Redis ${metadata.redis}, MongoDB: ${metadata.mongodb}.`
  )
}

function longestRecovery(results: RunResult[]): string {
  const times = results.flatMap(({ recoveries }) =>
    recoveries.map(({ callsMs, socketsMs }) => Math.max(callsMs, socketsMs)),
  )
  return `${(Math.max(0, ...times) / 1_000).toFixed(1)} s`
}

/** Counts of web pushes in flight at each fault, and of requests that the push host was handling. */
function pushLines(results: RunResult[]): string[] {
  const byFault = Map.groupBy(
    results.flatMap(({ inFlight }) => inFlight),
    ({ fault }) => fault,
  )
  const rows = [...byFault].map(([fault, met]) => {
    const total = (of: (one: InFlight) => number) => met.reduce((all, one) => all + of(one), 0)
    const longestMs = Math.max(...met.map((one) => one.longestMs))
    return [
      fault,
      total(({ times }) => times),
      total(({ inFlight }) => inFlight),
      `${(longestMs / 1_000).toFixed(1)} s`,
    ]
  })
  const interrupted = results.reduce((all, one) => all + one.interrupted, 0)
  const met = rows.filter(([, , inFlight]) => inFlight !== 0).toSorted(([a], [b]) => String(a).localeCompare(String(b)))
  const head = ['Fault', 'Times', 'Web pushes on their way', 'Longest way']
  return [
    '',
    table(
      head,
      met.map((row) => row.map(String)),
    ),
    '',
    `Cut off at the push host: ${interrupted}.`,
  ]
}

type Totals = Pick<RunResult, 'operations' | 'faults' | 'acknowledged' | 'slowestMs' | 'violations'>

function sum(results: RunResult[]): Totals {
  const add = (of: (result: RunResult) => number) => results.reduce((total, result) => total + of(result), 0)
  return {
    operations: add(({ operations }) => operations),
    faults: add(({ faults }) => faults),
    acknowledged: add(({ acknowledged }) => acknowledged),
    slowestMs: Math.max(0, ...results.map(({ slowestMs }) => slowestMs)),
    violations: results.flatMap(({ violations }) => violations),
  }
}

function cells({ operations, faults, acknowledged, slowestMs, violations }: Totals): string[] {
  const of = (...invariants: string[]) => violations.filter(({ invariant }) => invariants.includes(invariant)).length
  const [lost, doubled, reordered] = [of('INV-1'), of('INV-2'), of('INV-4', 'INV-5')]
  const others = violations.length - lost - doubled - reordered
  const counts = [operations, faults, acknowledged, lost, doubled, reordered, others]
  return [...counts.map((count) => count.toLocaleString('en-US')), `${(slowestMs / 1_000).toFixed(1)} s`]
}

function recoveryRows(results: RunResult[]): string[][] {
  const byKind = Map.groupBy(
    results.flatMap(({ recoveries }) => recoveries),
    ({ kind }) => kind,
  )
  return [...byKind]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, recoveries]) => {
      const times = recoveries.map(({ callsMs, socketsMs }) => Math.max(callsMs, socketsMs)).toSorted((a, b) => a - b)
      const seconds = (ms = 0) => `${(ms / 1_000).toFixed(1)} s`
      return [kind, String(times.length), seconds(times[Math.floor(times.length / 2)]), seconds(times.at(-1))]
    })
}

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
