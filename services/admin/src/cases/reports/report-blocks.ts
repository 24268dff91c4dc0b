import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '@zing/kit/nats/connection'
import type { OutboxEntry, PendingEvent, Publish } from '@zing/kit/nats/outbox'
import { request } from '@zing/kit/nats/rpc'
import type { Log } from '@zing/kit/observability/logger'
import { AppError } from '@zing/proto/errors'
import { blockForReporter } from '@zing/proto/nats/rpc/chat'
import { RPC_TIMEOUT_MS } from '@zing/proto/nats/rpc/contract'

/** For so long a block is tried again after errors of chat: what a case publishes waits for it. */
const MAX_ERRORS_MS = 60 * 60 * 1_000
/** The subject of blocks in an outbox; not one of NATS. */
const BLOCK_SUBJECT = 'block'

interface ReportBlock {
  reportId: number
  blockerId: number
  blockedId: number
}

/** A block that follows from the report that it is stored with, and is never made without it. */
export function blocked(block: ReportBlock): PendingEvent {
  return { subject: BLOCK_SUBJECT, payload: block }
}

export interface ReportBlocks {
  /** Publishes other entries with `publishEvent`, and makes blocks. */
  publishOrBlock(publishEvent: Publish): Publish
  /** True once this process has made the block of a report; false if chat refuses it, or does not respond in time. */
  made(reportId: number): Promise<boolean>
}

/** Makes the blocks of stored reports from the outboxes of their cases, so that none is lost while chat is unavailable. */
export function createReportBlocks({ nats, log }: { nats: Nats; log: Log }): ReportBlocks {
  const waiting = new Map<number, (isMade: boolean) => void>()

  /** False if chat refuses the block for good, for example of a user who is gone. */
  async function isMade({ blockerId, blockedId }: ReportBlock, at: Date): Promise<boolean> {
    try {
      await request(nats, blockForReporter, { blockerId, blockedId })
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 503) throw error
      if (error.status >= 500 && Date.now() - at.getTime() < MAX_ERRORS_MS) throw error // says nothing about the block
      log.warn({ err: error, userId: blockerId, blockedId }, 'block of a report refused')
      return false
    }
  }

  return {
    publishOrBlock(publishEvent) {
      return async function publish(entry: OutboxEntry) {
        if (entry.subject !== BLOCK_SUBJECT) return publishEvent(entry)
        const block = entry.payload as ReportBlock // stored by `blocked`
        const result = await isMade(block, entry.at)
        waiting.get(block.reportId)?.(result)
      }
    },
    async made(reportId) {
      const stopped = new AbortController()
      const result = new Promise<boolean>((resolve) => waiting.set(reportId, resolve))
      const timeout = pause(RPC_TIMEOUT_MS, false, { signal: stopped.signal }).catch(() => false)
      try {
        return await Promise.race([result, timeout])
      } finally {
        stopped.abort()
        waiting.delete(reportId)
      }
    },
  }
}
