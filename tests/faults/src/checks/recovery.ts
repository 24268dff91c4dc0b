import { type Record, recordsOf } from '../history.ts'
import type { Violation } from './violation.ts'

const RECOVERY_BOUND_MS = 12_000

export interface Recovery {
  kind: string
  /** From the end of the fault to the end of the last call that failed for it. */
  ms: number
}

/** Measures, for each fault, how long calls went on failing after it had ended. */
export function recoveries(records: Record[]): Recovery[] {
  const faults = recordsOf(records, 'fault')
  const failed = recordsOf(records, 'call').filter(({ outcome }) => outcome === 'unknown')
  return faults.map(({ fault, to }, index) => {
    const next = faults[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const after = failed.filter((call) => call.from >= to && call.to < next)
    const ms = Math.max(0, ...after.map((call) => call.to - to))
    return {
      kind: `${fault.kind} ${fault.server ? `${nameOf(fault.target)} - ${fault.server}` : nameOf(fault.target)}`,
      ms,
    }
  })
}

export function checkRecovery(records: Record[]): Violation[] {
  return recoveries(records).flatMap(({ kind, ms }) =>
    ms > RECOVERY_BOUND_MS ? [{ invariant: 'INV-8' as const, text: `calls failed for ${ms} ms after "${kind}"` }] : [],
  )
}

function nameOf(target: string): string {
  return target.replace(/-\d+$/, '')
}
