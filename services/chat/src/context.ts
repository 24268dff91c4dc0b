import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/relay'
import type { PublishWork } from '@zing/kit/nats/work-stream'
import type { Log } from '@zing/kit/observability/logger'
import type { DelayedSweep } from '@zing/kit/timing/delayed-sweep'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Message } from '@zing/proto/messages'
import type { HoldReason } from '@zing/proto/moderation/held-messages'
import type { mongo } from 'mongoose'
import type { Side } from './conversations/members.ts'
import type { NumberedMessage } from './messages/message-view.ts'
import type { UnconfirmedMessages } from './messages/unconfirmed-messages.ts'
import type { Conversation, PendingMessage, WithPending } from './models/conversation.ts'
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
  sendQueue: SendQueue
  /** Commits messages of a conversation, perhaps by one write with those of others; null if it has changed nothing. */
  commit: (commit: Commit) => Promise<Committed | null>
  confirmReceived: ConfirmReceived
  /** Raises watermarks within a few ms, by one write together with those of other conversations. */
  raiseSoon: (raise: Raise) => Promise<void>
  pendingFlusher: PendingFlusher
  writeRetries: WriteRetries
  push: Push
  /** Limits first messages, and holds some of them; null without limits. */
  firstMessages: FirstMessages | null
  unconfirmed: UnconfirmedMessages
  /** Whether messages that no device confirms are handed over for Web Push. */
  hasWebPush: boolean
  publishWork: PublishWork
  /** Repeats erasures. */
  erasureSweep: Pick<DelayedSweep, 'soon'>
}

/** Sends a frame to every socket of a user, in all processes. A block between the user and `aboutId` stops it. */
export type Push = (userId: number, aboutId: number | null, frame: ServerFrame) => void

/** A message on its way into the conversation with `receiverId`. */
export interface Sending {
  ctx: Ctx
  receiverId: number
  /** Without an id, 0, until its first commit. */
  message: PendingMessage
  /** Newest seq that the client knew when it created the message's key: the key cannot be stored at or below it. */
  afterSeq?: number | undefined
  /** Set once a commit was rejected since the message is not an ordinary one. */
  opening?: Opening | undefined
}

/** How a message enters a conversation that is not under way. */
export type Opening =
  /** No member has written yet; with a reason, it is held. */
  | { kind: 'first'; reason: HoldReason | null }
  /** The receiver has seen the sender's earlier messages, has never written, and gets a link, or a message after it. */
  | { kind: 'unanswered' }
  /** The sender's earlier messages are held. */
  | { kind: 'held' }
  /**
   * The receiver, who does not know of the hidden messages up to `seq`, writes. `shown` are those messages if they are only
   * held: they are shown now, so that no reader gets a message after a later one. Rejected ones stay hidden.
   */
  | { kind: 'reply'; seq: number; shown: NumberedMessage[] | null }

/** A write that commits messages of one conversation: all of them, or none if its filter does not match. */
export interface Commit {
  filter: mongo.Filter<Conversation> & { _id: string }
  update: mongo.UpdateFilter<Conversation>
  /** Id of its first message. */
  firstId: number
}

/** The conversation after the commit, perhaps with what came later. */
export type Committed = WithPending & {
  /** The seq of the commit's first message; the others follow it. */
  firstSeq: number
}

export interface FirstMessages {
  /** Counts a message to a match with whom no member has spoken. Returns why it is held, or null; 429 when none are left. */
  take(message: PendingMessage, receiverId: number): Promise<HoldReason | null>
  /** False for a later message to somebody who has never written, if it has a link and too many such receivers got one. */
  mayFollow(message: PendingMessage, receiverId: number): Promise<boolean>
}

/** Sends a message after those that wait for the same conversation, or together with them. */
export type SendQueue = (conversationId: string, sending: Sending) => Promise<Message>

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
  /** For a conversation that was not read: what must hold of it. */
  condition?: { matched: true; seq: { $gte: number } }
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
