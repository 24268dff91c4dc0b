import type { OpenBlobs } from '@zing/blobs/open-blobs'
import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/relay'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import type { PublishWork } from '@zing/kit/nats/streams/work-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { DelayedSweep } from '@zing/kit/timing/delayed-sweep'
import type { Repeated } from '@zing/kit/timing/repeat'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { MediaKind } from '@zing/proto/messages'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import type { Side } from './conversations/members.ts'
import type { PendingMessage, WithPending } from './models/conversation.ts'
import type { Models } from './models/models.ts'
import type { Receipt } from './receipts/unseen-messages.ts'

/** Resources of the process, and the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  messageIds: Ids
  mediaIds: Ids
  blobs: OpenBlobs
  countMedium: CountMedium
  lookAtPhoto: LookAtPhoto
  /** Asks vision about the photos that it has not looked at in time. */
  lateLooks: Pick<Repeated, 'soon'>
  knownUsers: KnownUsers
  confirmReceived: ConfirmReceived
  /** Raises watermarks within a few ms, in one write for several conversations. */
  raiseSoon: (raise: Raise) => Promise<void>
  pendingFlusher: PendingFlusher
  writeRetries: WriteRetries
  push: Push
  /** False if the user has no socket anywhere, so that a push would reach nobody. */
  mayReach(userId: number): boolean
  /** False while pushes of other processes may not arrive. */
  isPushTrusted(): boolean
  /** Lets frames about each of two users reach the other again, after the end of the last block between them. */
  showUnblocked(blockerId: number, blockedId: number): void
  /** Limits first messages, and holds some of them; null without limits. */
  firstMessages: FirstMessages | null
  /** True if messages that no device confirms are handed over for Web Push. */
  hasWebPush: boolean
  publishWork: PublishWork
  settings: FollowedSettings
  /** Repeats erasures. */
  erasureSweep: Pick<DelayedSweep, 'soon'>
}

/** Counts an upload, whose file may still be refused. Throws a 429 until the next day (UTC) at the limit. */
export type CountMedium = (senderId: number, kind: MediaKind, id: number) => Promise<void>

export interface LookAtPhoto {
  /** Says within a short time whether a photo may be explicit. Null while vision is away, at once after the first failure. */
  soon(jpeg: Buffer): Promise<boolean | null>
  /** Waits as long as vision may take. Throws if it does not respond. */
  patiently(jpeg: Buffer): Promise<boolean>
}

/** Users whom auth has lately said to be there, not suspended. */
export type KnownUsers = Pick<Map<number, true>, 'has'> & { set(userId: number, isThere: true): unknown }

/** Sends a frame to every socket of a user, in all processes. A block between the user and `aboutId` stops it. */
export type Push = (userId: number, aboutId: number | null, frame: ServerFrame) => void

export interface FirstMessages {
  /** Counts a first message in a conversation. Returns why it is held, or null. Throws a 429 when the user has none left. */
  take(message: PendingMessage, receiverId: number): Promise<HoldReason | null>
  /** Returns false for a later link to a user who has never written, if too many such users got one. */
  mayFollow(message: PendingMessage, receiverId: number): Promise<boolean>
}

/** A device of `userId` has the partner's messages up to `seq`. */
export interface Confirmation {
  userId: number
  partnerId: number
  seq: number
}

type Watermark = `${'read' | 'delivered' | 'seen'}.${Side}`

/** Watermarks to raise in one conversation, and the push of the receipt if they rose. */
export interface Raise {
  conversationId: string
  watermarks: Partial<Record<Watermark, number>>
  pushReceipt: () => Promise<void>
}

/** Marks messages as delivered within a few ms, in one write for several users. */
export type ConfirmReceived = (confirmation: Confirmation) => Promise<void>

export interface PendingFlusher {
  /** Flushes the conversation's pending messages soon. `conversation` comes from a read or write just now. */
  schedule(conversation: WithPending): void
  /** Call it with each receipt that passes through the process. */
  confirm(receipt: Receipt): void
  /** Flushes the waiting conversations, then ends. */
  stop(): Promise<void>
}

export interface WriteRetries {
  /**
   * Repeats an idempotent write and its pushes until the database responds. The newest write of a key replaces the others.
   */
  add(key: string, write: () => Promise<void>): void
}
