import { table } from '../report.ts'
import type { Failover } from './failovers.ts'

/** A table of what each kind of fault cost. */
export function formatFailovers(failovers: Failover[]): string {
  const rows = [...Map.groupBy(failovers, ({ kind }) => kind)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([kind, all]) => [
      kind,
      String(all.length),
      String(all.reduce((sum, { writes }) => sum + writes, 0)),
      `${(100 * Math.min(...all.map(({ soonShare }) => soonShare))).toFixed(1)} %`,
      seconds(Math.max(...all.map(({ longestMs }) => longestMs))),
      seconds(Math.max(...all.map((one) => one.socketsMs))),
    ])
  return table(['Fault of a host', 'Times', 'Writes', 'Confirmed in 5 s', 'Longest write', 'Sockets back'], rows)
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? `${(ms / 1_000).toFixed(1)} s` : 'never'
}
