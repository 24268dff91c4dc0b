import { setTimeout as pause } from 'node:timers/promises'
import type { Nats } from '@zing/kit/nats/connection'
import type { OutboxEntry, PendingEvent, Publish } from '@zing/kit/nats/outbox'
import { request } from '@zing/kit/nats/rpc'
import type { Log } from '@zing/kit/observability/logger'
import { AppError } from '@zing/proto/errors'
import { blockForReporter } from '@zing/proto/nats/rpc/chat'
import { RPC_TIMEOUT_MS } from '@zing/proto/nats/rpc/contract'

/** The relay retries a block for this long after errors from chat; the case publishes nothing meanwhile. */
const MAX_ERRORS_MS = 60 * 60 * 1_000
/** The outbox subject of blocks; NATS does not know it. */
const BLOCK_SUBJECT = 'block'

interface ReportBlock {
  reportId: number
  blockerId: number
  blockedId: number
}

/** An outbox entry for a block. It is stored with the report, so there is no block without the report. */
export function blocked(block: ReportBlock): PendingEvent {
  return { subject: BLOCK_SUBJECT, payload: block }
}

export interface ReportBlocks {
  /** Requests blocks from chat, and publishes all other entries with `publishEvent`. */
  publishOrBlock(publishEvent: Publish): Publish
  /** True once this process has made the block of a report; false if chat refuses or responds too late. */
  made(reportId: number): Promise<boolean>
}

/** Makes the blocks of stored reports from the outboxes of their cases, so none is lost while chat is unavailable. */
export function createReportBlocks({ nats, log }: { nats: Nats; log: Log }): ReportBlocks {
  const waiting = new Map<number, (isMade: boolean) => void>()

  /** False if chat refuses the block for good, for example because a user is gone. */
  async function isMade({ blockerId, blockedId }: ReportBlock, at: Date): Promise<boolean> {
    try {
      await request(nats, blockForReporter, { blockerId, blockedId })
      return true
    } catch (error) {
      if (!(error instanceof AppError) || error.status === 503) throw error
      if (error.status >= 500 && Date.now() - at.getTime() < MAX_ERRORS_MS) throw error // may be temporary
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
