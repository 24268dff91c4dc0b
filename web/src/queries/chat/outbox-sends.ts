import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { Message } from '@zing/proto/messages'
import { clientRetryDelayMs } from '@zing/proto/retries/retry-delay'
import { ApiError, hasCode, isFinal, isSignedOut } from '../../lib/http/call.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { endSession } from '../session/session.ts'
import { conversationsQuery } from './conversations.ts'
import { type MessagePages, withMessage } from './message-cache.ts'
import { messagesQuery } from './messages.ts'
import { changeMedia, find, outbox, remove, setFailure } from './outbox-messages.ts'
import { nextToSend, type OutboxMessage } from './outbox-state.ts'
import { deliverMessage } from './socket-sends.ts'

const sends = perSession(() => ({
  partnersInFlight: new Set<number>(),
  attempts: new Map<string, number>(),
  /** Next attempts; `isSetByServer` after a Retry-After. */
  timers: new Map<string, { timer: number; isSetByServer: boolean }>(),
}))

/** Sends the messages that wait, each partner's in order. */
export function sendNext(client: QueryClient): void {
  const { partnersInFlight } = sends(client)
  for (const message of nextToSend(outbox(client).get(), partnersInFlight)) {
    partnersInFlight.add(message.partnerId)
    void send(client, message)
  }
}

/** Sends the messages that wait for their next attempt at once, unless the server has set its time. */
export function sendWaiting(client: QueryClient): void {
  for (const [id, { isSetByServer }] of sends(client).timers) if (!isSetByServer) cancelRetry(client, id)
  sendNext(client)
}

/** Ends the wait for the next attempt of a message, so that its partner's next one may go. */
export function cancelRetry(client: QueryClient, id: string): void {
  const next = sends(client).timers.get(id)
  if (!next) return
  clearTimeout(next.timer)
  release(client, id)
}

async function send(client: QueryClient, message: OutboxMessage): Promise<void> {
  const { id, partnerId } = message
  try {
    const ready = await withUpload(client, message)
    const posted = ready && (await deliverMessage(client, ready))
    if (posted) showSent(client, posted)
    if (ready) forget(client, id)
  } catch (error) {
    if (isSignedOut(error)) return endSession(client) // kept for the next login
    if (find(client, id)?.failure === null) {
      const isSwept = message.media?.mediaId !== undefined && hasCode(error, 'INVALID_MEDIA') // it waited for too long
      if (isSwept) changeMedia(client, id, { mediaId: undefined })
      if (isSwept || !isFinal(error))
        return retryLater(client, message, error instanceof ApiError ? error.retryAfterMs : 0)
      toastError(t`Message not sent`, error.message)
      setFailure(client, id, error.message)
    } // else discarded or refused meanwhile
  }
  sends(client).partnersInFlight.delete(partnerId)
  sendNext(client)
}

/** The message, whose photo or recording the server has now; null if its sender must answer first. */
async function withUpload(client: QueryClient, message: OutboxMessage): Promise<OutboxMessage | null> {
  const { id, media } = message
  if (!media || media.mediaId !== undefined) return message
  const { uploadMedia } = await import('./outbox-upload.ts')
  const uploaded = await uploadMedia(client, message, media, outbox(client))
  const waitsForAnswer = 'mayBeNude' in uploaded && media.waitsForAnswer === undefined
  changeMedia(client, id, { mediaId: uploaded.id, ...(waitsForAnswer && { waitsForAnswer }) })
  if (waitsForAnswer) toastError(t`Message not sent`, t`This photo may show nudity. Please answer in the chat.`)
  return waitsForAnswer ? null : { ...message, media: { ...media, mediaId: uploaded.id } }
}

/** The outcome is unknown: the same id makes a further attempt safe. */
function retryLater(client: QueryClient, { id, partnerId }: OutboxMessage, retryAfterMs: number): void {
  const { attempts, timers } = sends(client)
  const attempt = attempts.get(id) ?? 0
  attempts.set(id, attempt + 1)
  const again = () => {
    release(client, id, partnerId)
    sendNext(client)
  }
  const timer = window.setTimeout(again, clientRetryDelayMs(attempt, { retryAfterMs }))
  timers.set(id, { timer, isSetByServer: retryAfterMs > 0 })
}

function release(client: QueryClient, id: string, partnerId = find(client, id)?.partnerId): void {
  const { timers, partnersInFlight } = sends(client)
  timers.delete(id)
  if (partnerId !== undefined) partnersInFlight.delete(partnerId)
}

/** Removes a message that the server has, or that its sender gives up. */
export function forget(client: QueryClient, id: string): void {
  sends(client).attempts.delete(id)
  remove(client, id)
}

function showSent(client: QueryClient, message: Message): void {
  const query = messagesQuery(message.receiverId)
  const pages = client.getQueryData<MessagePages>(query.queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(query.queryKey, next)
  else if (pages) void client.invalidateQueries({ queryKey: query.queryKey })
  void client.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}
