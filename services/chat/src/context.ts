import type { Ids } from '@zing/kit/mongo/id-sequence'
import type { Nats } from '@zing/kit/nats/connection'
import type { Epoch } from '@zing/kit/nats/epoch'
import type { Relay } from '@zing/kit/nats/outbox'
import type { SettledSweep } from '@zing/kit/nats/settled-sweep'
import type { Log } from '@zing/kit/observability/logger'
import type { ServerFrame } from '@zing/proto/frames/server'
import type { Message } from '@zing/proto/messages'
import type { PendingMessage, WithPending } from './models/conversation.ts'
import type { Models } from './models/models.ts'

/** The resources of the process; the first argument of every use case. */
export interface Ctx {
  log: Log
  models: Models
  nats: Nats
  relay: Relay
  epoch: Epoch
  messageIds: Ids
  sendQueue: SendQueue
  confirmReceived: ConfirmReceived
  pendingFlusher: PendingFlusher
  writeRetries: WriteRetries
  push: Push
  /** Repeats erasures. */
  settling: Pick<SettledSweep, 'soon'>
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
}

/** Sends a message after those that wait for the same conversation, or together with them. */
export type SendQueue = (conversationId: string, sending: Sending) => Promise<Message>

/** What a device of `userId` has received from a partner: everything up to `seq`. */
export interface Confirmation {
  userId: number
  partnerId: number
  seq: number
}

/** Marks messages as delivered, within a few ms and together with those of others. */
export type ConfirmReceived = (confirmation: Confirmation) => Promise<void>

export interface PendingFlusher {
  /** Flushes the pending messages of a conversation soon; `conversation` is as a read or write has just returned it. */
  schedule(conversation: WithPending): void
  /** Flushes the waiting conversations first. */
  stop(): Promise<void>
}

export interface WriteRetries {
  /** Repeats an idempotent write, and the pushes after it, until the database responds. The newest write of a key counts. */
  add(key: string, write: () => Promise<void>): void
}
