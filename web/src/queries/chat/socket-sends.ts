import type { QueryClient } from '@tanstack/react-query'
import type { ClientFrame } from '@zing/proto/frames/client'
import type { ServerFrame, ServerFrameOf } from '@zing/proto/frames/server'
import { sendMessage } from '@zing/proto/http/chat'
import { FRAME_MAX_BYTES } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import { createTokenBucket } from '@zing/proto/retries/token-bucket'
import { pushHealth } from '../../lib/device/push-health.ts'
import { ApiError, call } from '../../lib/http/call.ts'
import {
  SOCKET_DISTRUST_MS,
  SOCKET_SEND_TIMEOUT_MS,
  SOCKET_SENDS_BURST,
  SOCKET_SENDS_PER_SECOND,
} from '../../lib/limits.ts'
import { perSession } from '../../lib/state/per-session.ts'
import type { OutboxMessage } from './outbox-state.ts'

type Transmit = (frame: ClientFrame) => boolean

/** Possible ends of a message sent over the socket; the first of `confirm`, `refuse` and the POST decides. */
interface SocketSend {
  confirm(): void
  /** Does nothing once the message is being posted. */
  refuse(error: ApiError): void
  post(): void
}

const sockets = perSession(() => ({
  transmit: null as Transmit | null,
  /** False once a server has shown that it does not know SEND_MESSAGE. */
  isKnown: true,
  distrustedUntil: Number.NEGATIVE_INFINITY,
  bucket: newBucket(),
  sends: new Map<string, SocketSend>(),
}))

function newBucket() {
  return createTokenBucket(SOCKET_SENDS_PER_SECOND, SOCKET_SENDS_BURST)
}

/** Called with the send function of a socket whenever it is connected. */
export function attachSocket(client: QueryClient, transmit: Transmit): void {
  Object.assign(sockets(client), { transmit, distrustedUntil: Number.NEGATIVE_INFINITY, bucket: newBucket() })
}

/** Called when the socket closes: messages without a response are posted. */
export function detachSocket(client: QueryClient): void {
  sockets(client).transmit = null
  postAll(client)
}

/** Takes the frames that respond to SEND_MESSAGE. MESSAGE_SENT has been applied to the cache before. */
export function handleSendResponse(client: QueryClient, frame: ServerFrame): void {
  if (frame.type === 'MESSAGE_SENT') return confirm(client, frame.message)
  if (frame.type === 'ERROR') refuse(client, frame)
}

/**
 * Sends a message over a healthy socket. Otherwise, or without a response in time, posts it; the server stores one message
 * per id. Returns the message if the POST stored it, null if MESSAGE_SENT has shown it. Throws the same errors for both.
 */
export async function deliverMessage(client: QueryClient, message: OutboxMessage): Promise<Message | null> {
  let send: SocketSend | null = null
  let timeout = 0
  try {
    return await new Promise<Message | null>((resolve, reject) => {
      let isPosted = false
      const started: SocketSend = {
        confirm: () => resolve(null),
        refuse: (error) => !isPosted && reject(error),
        post() {
          if (!isPosted) post(client, message).then(resolve, reject)
          isPosted = true
        },
      }
      send = started
      if (!sendOverSocket(client, message, started)) return started.post()
      timeout = window.setTimeout(() => {
        sockets(client).distrustedUntil = performance.now() + SOCKET_DISTRUST_MS
        started.post()
      }, SOCKET_SEND_TIMEOUT_MS)
    })
  } finally {
    clearTimeout(timeout)
    const { sends } = sockets(client)
    if (sends.get(message.id) === send) sends.delete(message.id)
  }
}

function post(client: QueryClient, message: OutboxMessage): Promise<Message> {
  return call(client, sendMessage, { body: draftOf(message) })
}

function draftOf({ id, partnerId, content, replyTo, afterSeq, media }: OutboxMessage) {
  return {
    clientMessageId: id,
    receiverId: partnerId,
    content,
    ...(replyTo && { replyToId: replyTo.id }),
    ...(afterSeq !== undefined && { afterSeq }),
    ...(media?.mediaId !== undefined && { mediaId: media.mediaId }),
  }
}

function sendOverSocket(client: QueryClient, message: OutboxMessage, send: SocketSend): boolean {
  const { transmit, isKnown, distrustedUntil, bucket, sends } = sockets(client)
  if (!transmit || !pushHealth.get() || !isKnown || performance.now() < distrustedUntil) return false
  const frame: ClientFrame = { type: 'SEND_MESSAGE', ...draftOf(message) }
  if (new TextEncoder().encode(JSON.stringify(frame)).length > FRAME_MAX_BYTES) return false
  if (!bucket.take() || !transmit(frame)) return false
  sends.set(message.id, send)
  return true
}

function confirm(client: QueryClient, { clientMessageId }: Message): void {
  if (clientMessageId) sockets(client).sends.get(clientMessageId)?.confirm()
}

function refuse(client: QueryClient, frame: ServerFrameOf<'ERROR'>): void {
  const state = sockets(client)
  const { code, clientMessageId, status, message, reason, retryAfterSeconds = 0 } = frame
  if (code === 'BAD_FRAME' && state.sends.size > 0) {
    state.isKnown = false
    return postAll(client)
  }
  const send = clientMessageId ? state.sends.get(clientMessageId) : undefined
  if (status === undefined) send?.post()
  else send?.refuse(new ApiError(status, { message, code: reason }, retryAfterSeconds * 1_000))
}

function postAll(client: QueryClient): void {
  for (const send of [...sockets(client).sends.values()]) send.post()
}
