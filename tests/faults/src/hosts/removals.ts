import { overloadRefusalsIn } from '../checks/overload-refusals.ts'
import type { Violation } from '../checks/violation.ts'
import { type HistoryRecord, recordsOf } from '../history.ts'

interface Removals {
  hosts: number
  calls: number
  /** Calls without a certain outcome, by status. */
  failed: Map<number, number>
  /** Most reconnects of one client while one host was taken out. */
  reconnects: number
}

/** Counts what users noticed while hosts were taken out on purpose. */
export function removalsOf(records: HistoryRecord[]): Removals {
  const removals = recordsOf(records, 'removal')
  const calls = recordsOf(records, 'call').filter((call) =>
    removals.some(({ from, to }) => call.from >= from && call.from <= to),
  )
  const failed = calls.filter(({ outcome }) => outcome === 'unknown')
  const closes = recordsOf(records, 'close')
  const reconnects = removals.flatMap(({ from, to }) => {
    const during = closes.filter(({ at }) => at >= from && at <= to)
    return [...Map.groupBy(during, ({ user }) => user).values()].map((own) => own.length)
  })
  return {
    hosts: removals.length,
    calls: calls.length,
    failed: new Map([...Map.groupBy(failed, ({ status }) => status)].map(([status, all]) => [status, all.length])),
    reconnects: Math.max(0, ...reconnects),
  }
}

export function formatRemovals({ hosts, calls, failed, reconnects }: Removals): string {
  const statuses = [...failed].map(([status, count]) => `${count} with ${status || 'no response'}`).join(', ')
  return `${hosts} hosts taken out, ${calls} calls, failed: ${statuses || 'none'}, reconnects of a client: ${reconnects}.`
}

/** No call fails, and no client reconnects twice, because a host is taken out. Refusals by busy processors do not count. */
export function checkRemovals(records: HistoryRecord[]): Violation[] {
  const isLeftOut = overloadRefusalsIn(records)
  const counted = records.filter(
    (record) => !((record.type === 'call' || record.type === 'close') && isLeftOut(record)),
  )
  const { failed, reconnects } = removalsOf(counted)
  return [
    ...[...failed].map(([status, count]) => ({ invariant: 'INV-8' as const, text: `${count} calls got ${status}` })),
    ...(reconnects > 1 ? [{ invariant: 'INV-9' as const, text: `a client reconnected ${reconnects} times` }] : []),
  ]
}
