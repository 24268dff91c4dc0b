import { type CallRecord, type FaultRecord, type HistoryRecord, recordsOf } from '../history.ts'
import type { Violation } from './violation.ts'

const BOUND_MS = 5_000
const UPLOAD_BOUND_MS = 15_000
/** Delay by the load generator itself, which shares the machine with the product. */
const TOLERANCE_MS = 1_000
const EXPECTED_STATUS = new Set([503, 504])

/**
 * Every call ends within 5 s, an upload within 15 s, with JSON and an expected status. Calls to an unavailable gateway
 * are exempt (INV-8). The balancer ends connections to a host that is gone.
 */
export function checkResponses(records: HistoryRecord[]): Violation[] {
  const hostFaults = recordsOf(records, 'fault').filter(({ fault }) => fault.target.startsWith('host-'))
  const wasCutOff = (call: CallRecord) => hostFaults.some((fault) => overlaps(fault, call))
  return callsWithGateway(records).flatMap((call) => {
    const took = call.to - call.from
    const text = `${call.op} of user ${call.user} at ${call.from} ms`
    const violations: Violation[] = []
    if (took > (call.isUpload ? UPLOAD_BOUND_MS : BOUND_MS) + TOLERANCE_MS) {
      violations.push({ invariant: 'INV-8', text: `${text} took ${took} ms` })
    }
    if (call.status === 0 && !wasCutOff(call)) violations.push({ invariant: 'INV-8', text: `${text} got no response` })
    if (call.status >= 500 && !EXPECTED_STATUS.has(call.status)) {
      violations.push({ invariant: 'INV-8', text: `${text} got ${call.status}` })
    }
    if (!call.hasValidBody) violations.push({ invariant: 'INV-8', text: `${text} got ${call.status} without JSON` })
    return violations
  })
}

/** Longest time to a response in ms, without uploads and calls to an unavailable gateway. */
export function slowestResponse(records: HistoryRecord[]): number {
  return callsWithGateway(records).reduce((slowest, { isUpload, from, to }) => {
    return isUpload ? slowest : Math.max(slowest, to - from)
  }, 0)
}

function callsWithGateway(records: HistoryRecord[]): CallRecord[] {
  const faults = recordsOf(records, 'fault').filter(({ fault }) => /^(gateway|balancer)/.test(fault.target))
  return recordsOf(records, 'call').filter((call) => !faults.some((fault) => overlaps(fault, call)))
}

/** A gateway that returns needs a moment, and its clients notice its end late. */
const AFTER_MS = 2_000

function overlaps(fault: FaultRecord, call: CallRecord): boolean {
  return call.to >= fault.from && call.from <= fault.to + AFTER_MS
}
