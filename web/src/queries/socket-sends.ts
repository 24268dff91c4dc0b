import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { sendMessage } from '@zing/proto/http/chat'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { createTokenBucket } from '@zing/proto/token-bucket'
import { ApiError, call } from '../lib/call.ts'
import {
  SOCKET_DISTRUST_MS,
  SOCKET_SEND_TIMEOUT_MS,
  SOCKET_SENDS_BURST,
  SOCKET_SENDS_PER_SECOND,
} from '../lib/limits.ts'
import { pushHealth } from '../lib/push-health.ts'
import type { OutboxMessage } from './outbox-state.ts'

type Transmit = (frame: ClientFrame) => boolean

/** What may happen to a message that was sent over the socket; the first of `confirm`, `refuse` and the POST decides. */
interface SocketSend {
  confirm(): void
  /** Does nothing once the message is being posted. */
  refuse(error: ApiError): void
  post(): void
  /** Gives the message up: it is for the next session to send. */
  drop(): void
}

let transmit: Transmit | null = null
/** False after a server that does not know SEND_MESSAGE has responded. */
let isKnown = true
let distrustedUntil = Number.NEGATIVE_INFINITY
let bucket = createTokenBucket(SOCKET_SENDS_PER_SECOND, SOCKET_SENDS_BURST)
const sends = new Map<string, SocketSend>()

/** Called with the send function of a socket whenever it is connected. */
export function attachSocket(send: Transmit): void {
  transmit = send
  distrustedUntil = Number.NEGATIVE_INFINITY
  bucket = createTokenBucket(SOCKET_SENDS_PER_SECOND, SOCKET_SENDS_BURST)
}

/** Called when the socket closes: messages without a response are posted. */
export function detachSocket(): void {
  transmit = null
  postAll()
}

/** For the end of a session: nothing is posted, and the next session starts again. */
export function dropSocketSends(): void {
  transmit = null
  isKnown = true
  for (const send of [...sends.values()]) send.drop()
  sends.clear()
}

/** Takes the frames that respond to SEND_MESSAGE. MESSAGE_SENT has been applied to the cache before. */
export function handleSendResponse(frame: ServerFrame): void {
  if (frame.type === 'MESSAGE_SENT') return confirm(frame.message)
  if (frame.type === 'ERROR') refuse(frame)
}

/**
 * Sends a message over the socket if it is healthy, and by POST otherwise or when no response comes in time: the server
 * stores one message per id. Returns the message if the POST has stored it, null if MESSAGE_SENT has shown it. Throws the
 * same errors for both.
 */
export async function deliverMessage(message: OutboxMessage): Promise<Message | null> {
  let send: SocketSend | null = null
  let timeout = 0
  try {
    return await new Promise<Message | null>((resolve, reject) => {
      let isPosted = false
      const started: SocketSend = {
        confirm: () => resolve(null),
        refuse: (error) => !isPosted && reject(error),
        post() {
          if (!isPosted) post(message).then(resolve, reject)
          isPosted = true
        },
        drop: () => reject(new Error('the session has ended')),
      }
      send = started
      if (!sendOverSocket(message, started)) return started.post()
      timeout = window.setTimeout(() => {
        distrustedUntil = performance.now() + SOCKET_DISTRUST_MS
        started.post()
      }, SOCKET_SEND_TIMEOUT_MS)
    })
  } finally {
    clearTimeout(timeout)
    if (sends.get(message.id) === send) sends.delete(message.id)
  }
}

function post(message: OutboxMessage): Promise<Message> {
  return call(sendMessage, { body: draftOf(message) })
}

function draftOf({ id, partnerId, content, replyTo, afterSeq }: OutboxMessage) {
  return {
    clientMessageId: id,
    receiverId: partnerId,
    content,
    ...(replyTo && { replyToId: replyTo.id }),
    ...(afterSeq !== undefined && { afterSeq }),
  }
}

function sendOverSocket(message: OutboxMessage, send: SocketSend): boolean {
  if (!transmit || !pushHealth.get() || !isKnown || performance.now() < distrustedUntil) return false
  const frame: ClientFrame = { type: 'SEND_MESSAGE', ...draftOf(message) }
  if (new TextEncoder().encode(JSON.stringify(frame)).length > FRAME_MAX_BYTES) return false
  if (!bucket.take() || !transmit(frame)) return false
  sends.set(message.id, send)
  return true
}

function confirm({ clientMessageId }: Message): void {
  if (clientMessageId) sends.get(clientMessageId)?.confirm()
}

function refuse(frame: ServerFrameOf<'ERROR'>): void {
  const { code, clientMessageId, status, message, reason, retryAfterSeconds = 0 } = frame
  if (code === 'BAD_FRAME' && sends.size > 0) {
    isKnown = false
    return postAll()
  }
  const send = clientMessageId ? sends.get(clientMessageId) : undefined
  if (status === undefined) send?.post()
  else send?.refuse(new ApiError(status, { message, code: reason }, retryAfterSeconds * 1_000))
}

function postAll(): void {
  for (const send of [...sends.values()]) send.post()
}
