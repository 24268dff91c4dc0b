import { t } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { Message, Quote } from '@zing/proto/messages'
import type { User } from '@zing/proto/profiles/users'
import { clientRetryDelayMs } from '@zing/proto/retries/retry-delay'
import { ApiError, hasCode, isFinal, isSignedOut } from '../../lib/http/call.ts'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { endSession } from '../session/session.ts'
import { userKey } from '../session/user-key.ts'
import { conversationsQuery } from './conversations.ts'
import { type MessagePages, withMessage } from './message-cache.ts'
import { messagesQuery } from './messages.ts'
import {
  nextToSend,
  type OutboxMedia,
  type OutboxMessage,
  withFailure,
  withMedia,
  withoutOutboxMessage,
  withoutRoom,
} from './outbox-state.ts'
import { deleteMessage, loadOutbox, saveMessage } from './outbox-storage.ts'
import { deliverMessage } from './socket-sends.ts'

const outboxes = perSession(() => ({
  messages: createStore<OutboxMessage[]>([]),
  partnersInFlight: new Set<number>(),
  attempts: new Map<string, number>(),
  /** Discarded ids that may still be among the stored messages being loaded. */
  discarded: new Set<string>(),
  /** Next attempts; `isSetByServer` after a Retry-After. */
  timers: new Map<string, { timer: number; isSetByServer: boolean }>(),
}))

/** Messages that the server has not confirmed yet, oldest first. */
export const outbox = (client: QueryClient) => outboxes(client).messages

/** Adds and sends the messages that an earlier session or a closed tab has left. */
export async function restoreOutbox(client: QueryClient): Promise<void> {
  const { messages, discarded } = outboxes(client)
  const stored = (await loadOutbox(userIdOf(client))).filter(({ id }) => !discarded.has(id))
  const added = messages.get().filter(({ id }) => stored.every((one) => one.id !== id))
  messages.set([...stored, ...added])
  sendNext(client)
}

interface More {
  replyTo?: Quote | null
  /** Sent with the content as its caption. */
  media?: OutboxMedia
}

/** Shows a message at once and sends it as soon as possible, in order. */
export function enqueueMessage(
  client: QueryClient,
  partnerId: number,
  content: string,
  { replyTo, media }: More = {},
): void {
  const afterSeq = newestSeqWith(client, partnerId)
  const message = {
    id: crypto.randomUUID(),
    partnerId,
    content,
    createdAt: new Date().toISOString(),
    failure: null,
    ...(replyTo && { replyTo }),
    ...(afterSeq !== undefined && { afterSeq }),
    ...(media && { media }),
  }
  outbox(client).set([...outbox(client).get(), message])
  save(client, message.id)
  if (media) makeRoom(client)
  sendNext(client)
}

/** Refuses the oldest photos and recordings, which have waited longest, if there are too many. */
function makeRoom(client: QueryClient): void {
  const refused = withoutRoom(outbox(client).get())
  const reason = t`There was no more room for it on this device. Please send it again.`
  for (const id of refused) {
    changeMedia(client, id, { bytes: null })
    setFailure(client, id, reason)
  }
  if (refused.length > 0) toastError(t`Message not sent`, reason)
}

/** The newest page may be empty: then there is no message. */
function newestSeqWith(client: QueryClient, partnerId: number): number | undefined {
  const pages = client.getQueryData<MessagePages>(messagesQuery(partnerId).queryKey)
  const newest = pages?.pages[0]
  return newest && (newest.at(-1)?.seq ?? 0)
}

export function retry(client: QueryClient, id: string): void {
  setFailure(client, id, null)
  sendNext(client)
}

/** Gives up a failed or waiting message. If the server has stored it after all, the next fetch shows it as sent. */
export function discard(client: QueryClient, id: string): void {
  const { discarded, timers } = outboxes(client)
  discarded.add(id)
  const next = timers.get(id)
  if (next) {
    clearTimeout(next.timer)
    release(client, id)
  }
  remove(client, id)
  sendNext(client)
}

/** Sends, after a reconnect, messages that wait for their next attempt, and messages of tabs closed meanwhile. */
export function flushOutbox(client: QueryClient): void {
  for (const [id, { timer, isSetByServer }] of outboxes(client).timers) {
    if (isSetByServer) continue
    clearTimeout(timer)
    release(client, id)
  }
  sendNext(client)
  void restoreOutbox(client)
}

function setFailure(client: QueryClient, id: string, failure: string | null): void {
  outbox(client).set(withFailure(outbox(client).get(), id, failure))
  save(client, id)
}

function changeMedia(client: QueryClient, id: string, change: Parameters<typeof withMedia>[2]): void {
  outbox(client).set(withMedia(outbox(client).get(), id, change))
  save(client, id)
}

function find(client: QueryClient, id: string): OutboxMessage | undefined {
  return outbox(client)
    .get()
    .find((message) => message.id === id)
}

function remove(client: QueryClient, id: string): void {
  outbox(client).set(withoutOutboxMessage(outbox(client).get(), id))
  outboxes(client).attempts.delete(id)
  void deleteMessage(id)
}

function save(client: QueryClient, id: string): void {
  const message = find(client, id)
  if (message) void saveMessage(userIdOf(client), message)
}

function sendNext(client: QueryClient): void {
  const { messages, partnersInFlight } = outboxes(client)
  for (const message of nextToSend(messages.get(), partnersInFlight)) {
    partnersInFlight.add(message.partnerId)
    void send(client, message)
  }
}

async function send(client: QueryClient, message: OutboxMessage): Promise<void> {
  const { id, partnerId } = message
  try {
    const posted = await deliverMessage(client, await withUpload(client, message))
    if (posted) showSent(client, posted)
    remove(client, id)
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
  outboxes(client).partnersInFlight.delete(partnerId)
  sendNext(client)
}

/** The message, whose photo or recording the server has now. */
async function withUpload(client: QueryClient, message: OutboxMessage): Promise<OutboxMessage> {
  const { id, media } = message
  if (!media || media.mediaId !== undefined) return message
  const { uploadMedia } = await import('./outbox-upload.ts')
  const mediaId = await uploadMedia(client, message, media, outbox(client))
  changeMedia(client, id, { mediaId })
  return { ...message, media: { ...media, mediaId } }
}

/** The outcome is unknown: the same id makes a further attempt safe. */
function retryLater(client: QueryClient, { id, partnerId }: OutboxMessage, retryAfterMs: number): void {
  const { attempts, timers } = outboxes(client)
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
  const { timers, partnersInFlight } = outboxes(client)
  timers.delete(id)
  if (partnerId !== undefined) partnersInFlight.delete(partnerId)
}

/** Messages are written by a signed-in user only. */
function userIdOf(client: QueryClient): number {
  return client.getQueryData<User>(userKey)?.id ?? 0
}

function showSent(client: QueryClient, message: Message): void {
  const query = messagesQuery(message.receiverId)
  const pages = client.getQueryData<MessagePages>(query.queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(query.queryKey, next)
  else if (pages) void client.invalidateQueries({ queryKey: query.queryKey })
  void client.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}
