import { randomBytes, randomUUID } from 'node:crypto'
import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import type { Sent } from '../checks/messages/messages.ts'
import type { Violation } from '../checks/violation.ts'
import { attempt, type Caller, type CallInput, type Run } from './call.ts'

/** Users who do one kind of thing throughout a run, and the checks on it. */
export interface Workload {
  /** Resolves when its last operation has ended; no operation begins after the end of the run. */
  done: Promise<unknown>
  /** Violations found during the run. */
  seen: Violation[]
  /**
   * Compares the data that the users read now with the confirmed data. It is repeated until all events have arrived.
   */
  check(): Promise<Violation[]>
}

/** A workload that sends messages. */
export interface Sending extends Workload {
  sent: Sent[]
}

/** Runs a workload's check. Data that cannot be read after the recovery counts as lost. */
export function checkWorkload({ check }: Pick<Workload, 'check'>): Promise<Violation[]> {
  return check().catch((error: unknown) => [{ invariant: 'INV-1', text: `the check failed: ${String(error)}` }])
}

/** Names that no earlier run has used in the same database. */
export function newNames(kind: string, count: number): string[] {
  const suffix = randomBytes(3).toString('hex')
  return Array.from({ length: count }, (_, index) => `${kind}${index}.${suffix}`)
}

/** Reads as a user; null if the call fails. */
export async function read<E extends AnyEndpoint>(
  run: Run,
  caller: Caller,
  endpoint: E,
  input?: CallInput<E>,
): Promise<ResponseOf<E> | null> {
  const { body } = await attempt(run, { op: 'final read', key: randomUUID(), caller }, endpoint, input)
  return body ?? null
}
