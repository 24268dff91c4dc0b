import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/relay'
import type { PublishWork } from '@zing/kit/nats/work-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { DelayedSweep } from '@zing/kit/timing/delayed-sweep'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import type { Side } from './conversations/members.ts'
import type { PendingMessage, WithPending } from './models/conversation.ts'
import type { Models } from './models/models.ts'
import type { Receipt } from './receipts/unseen-messages.ts'

/** The resources of the process; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  messageIds: Ids
  confirmReceived: ConfirmReceived
  /** Raises watermarks within a few ms, by one write together with those of other conversations. */
  raiseSoon: (raise: Raise) => Promise<void>
  pendingFlusher: PendingFlusher
  writeRetries: WriteRetries
  push: Push
  /** Limits first messages, and holds some of them; null without limits. */
  firstMessages: FirstMessages | null
  /** Whether messages that no device confirms are handed over for Web Push. */
  hasWebPush: boolean
  publishWork: PublishWork
  /** Repeats erasures. */
  erasureSweep: Pick<DelayedSweep, 'soon'>
}

/** Sends a frame to every socket of a user, in all processes. A block between the user and `aboutId` stops it. */
export type Push = (userId: number, aboutId: number | null, frame: ServerFrame) => void

export interface FirstMessages {
  /** Counts a message to a match with whom no member has spoken. Returns why it is held, or null; 429 when none are left. */
  take(message: PendingMessage, receiverId: number): Promise<HoldReason | null>
  /** False for a later message with a link to somebody who has never written, if too many such receivers got one. */
  mayFollow(message: PendingMessage, receiverId: number): Promise<boolean>
}

/** What a device of `userId` has received from a partner: everything up to `seq`. */
export interface Confirmation {
  userId: number
  partnerId: number
  seq: number
}

type Watermark = `${'read' | 'delivered' | 'seen'}.${Side}`

/** Watermarks of one conversation to raise, and the push of the receipt if they rose. */
export interface Raise {
  conversationId: string
  watermarks: Partial<Record<Watermark, number>>
  pushReceipt: () => Promise<void>
}

/** Marks messages as delivered, within a few ms and together with those of others. */
export type ConfirmReceived = (confirmation: Confirmation) => Promise<void>

export interface PendingFlusher {
  /** Flushes the pending messages of a conversation soon; `conversation` is as a read or write has just returned it. */
  schedule(conversation: WithPending): void
  /** To be called with each receipt that passes through the process. */
  confirm(receipt: Receipt): void
  /** Flushes the waiting conversations first. */
  stop(): Promise<void>
}

export interface WriteRetries {
  /** Repeats an idempotent write, and the pushes after it, until the database responds. The newest write of a key counts. */
  add(key: string, write: () => Promise<void>): void
}
