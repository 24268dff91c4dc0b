import { createWriteStream } from 'node:fs'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Message } from '@zing/proto/messages'
import type { Fault } from './nemesis/fault.ts'

/**
 * `ok` and `fail` are certain: the server confirmed or rejected the call. After a 5xx, a network error or a timeout the
 * outcome is `unknown`: the call may have happened.
 */
export type Outcome = 'ok' | 'fail' | 'unknown'

/** One attempt of a call. Times are in ms since the start of the run. */
export interface CallRecord {
  type: 'call'
  op: string
  user: number
  /** Same for all attempts of one operation. */
  key: string
  from: number
  to: number
  /** 0 without a response. */
  status: number
  outcome: Outcome
  isUpload: boolean
  /** False for a body that is neither empty nor JSON nor a photo or recording. */
  hasValidBody: boolean
}

export interface PageRecord {
  type: 'page'
  reader: number
  partner: number
  from: number
  to: number
  /** The page follows this seq. */
  after: number
  limit: number
  /** Requested as the newest page, so `after` is derived from its first message. */
  isNewest: boolean
  messages: Message[]
}

export interface FrameRecord {
  type: 'frame'
  user: number
  at: number
  frame: ServerFrame
}

/** A socket that closed. */
export interface CloseRecord {
  type: 'close'
  user: number
  at: number
  code: number
}

export interface FaultRecord {
  type: 'fault'
  fault: Fault
  from: number
  to: number
}

/** A host that was taken out on purpose, until it was back. */
interface RemovalRecord {
  type: 'removal'
  host: string
  from: number
  to: number
}

/** Load of the machine, and the factor by which users think longer. */
interface LoadRecord {
  type: 'load'
  at: number
  /** Share of the processors' time. */
  idleShare: number
  thinkFactor: number
}

/** A push that arrived for a device of `user`, and the response of the push host. */
interface PushRecord {
  type: 'push'
  user: number
  at: number
  status: number | 'hang'
}

interface ExitRecord {
  type: 'exit'
  name: string
  at: number
  /** True if its health check ended it. */
  isUnhealthy: boolean
}

export type HistoryRecord =
  | CallRecord
  | PageRecord
  | FrameRecord
  | CloseRecord
  | FaultRecord
  | RemovalRecord
  | LoadRecord
  | PushRecord
  | ExitRecord

export interface History {
  records: HistoryRecord[]
  /** Time in ms since the start of the run. */
  now(): number
  add(record: HistoryRecord): void
  close(): Promise<void>
}

/** Keeps the records of a run, and writes them to `file` as JSON lines. */
export function createHistory(file: string): History {
  const startedAt = performance.now()
  const records: HistoryRecord[] = []
  const lines = createWriteStream(file)
  return {
    records,
    now: () => Math.round(performance.now() - startedAt),
    add(record) {
      records.push(record)
      lines.write(`${JSON.stringify(record)}\n`)
    },
    close: () => new Promise((resolve) => lines.end(resolve)),
  }
}

export function recordsOf<T extends HistoryRecord['type']>(
  records: HistoryRecord[],
  type: T,
): Extract<HistoryRecord, { type: T }>[] {
  return records.filter((record): record is Extract<HistoryRecord, { type: T }> => record.type === type)
}
