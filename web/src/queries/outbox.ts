import type { QueryClient } from '@tanstack/react-query'
import type { Message, Quote } from '@zing/proto/messages'
import { clientRetryDelayMs } from '@zing/proto/retry-delay'
import { ApiError, isFinal, isSignedOut } from '../lib/call.ts'
import { createStore } from '../lib/create-store.ts'
import { toastError } from '../lib/toast-store.ts'
import { conversationsQuery } from './conversations.ts'
import { type MessagePages, withMessage } from './message-cache.ts'
import { messagesQuery } from './messages.ts'
import { nextToSend, type OutboxMessage, withFailure, withoutOutboxMessage } from './outbox-state.ts'
import { deleteMessage, loadOutbox, saveMessage } from './outbox-storage.ts'
import { endSession } from './session.ts'
import { deliverMessage, dropSocketSends } from './socket-sends.ts'

/** Messages that the server has not confirmed yet, oldest first. */
export const outbox = createStore<OutboxMessage[]>([])

interface Owner {
  userId: number
  client: QueryClient
}

let owner: Owner | null = null
const partnersInFlight = new Set<number>()
const attempts = new Map<string, number>()
/** May still be among the stored messages that are being loaded. */
const discarded = new Set<string>()
/** Next attempts; `isSetByServer` after a Retry-After. */
const timers = new Map<string, { timer: number; isSetByServer: boolean }>()

/** Restores the messages that an earlier session, or a tab that was closed, has left. */
export async function openOutbox(userId: number, client: QueryClient): Promise<void> {
  if (owner?.userId === userId) return
  owner = { userId, client }
  await restore(owner)
}

export function closeOutbox(): void {
  owner = null
  dropSocketSends()
  outbox.set([])
  for (const { timer } of timers.values()) clearTimeout(timer)
  timers.clear()
  attempts.clear()
  discarded.clear()
  partnersInFlight.clear()
}

/** Shows a message at once and sends it as soon as possible, in order. */
export function enqueueMessage(partnerId: number, content: string, replyTo?: Quote | null): void {
  const afterSeq = newestSeqWith(partnerId)
  const message = {
    id: crypto.randomUUID(),
    partnerId,
    content,
    createdAt: new Date().toISOString(),
    failure: null,
    ...(replyTo && { replyTo }),
    ...(afterSeq !== undefined && { afterSeq }),
  }
  outbox.set([...outbox.get(), message])
  save(message.id)
  sendNext()
}

/** The newest page may be empty: then there is no message. */
function newestSeqWith(partnerId: number): number | undefined {
  const pages = owner?.client.getQueryData<MessagePages>(messagesQuery(partnerId).queryKey)
  const newest = pages?.pages[0]
  return newest && (newest.at(-1)?.seq ?? 0)
}

export function retry(id: string): void {
  setFailure(id, null)
  sendNext()
}

/** Gives up a message that failed or waits. One that the server has stored after all is shown as sent once it is fetched. */
export function discard(id: string): void {
  discarded.add(id)
  const next = timers.get(id)
  if (next) {
    clearTimeout(next.timer)
    release(id)
  }
  remove(id)
  sendNext()
}

/** After a reconnect: sends messages that wait for their next attempt, and those of tabs that were closed meanwhile. */
export function flushOutbox(): void {
  for (const [id, { timer, isSetByServer }] of timers) {
    if (isSetByServer) continue
    clearTimeout(timer)
    release(id)
  }
  sendNext()
  if (owner) void restore(owner)
}

async function restore(opened: Owner): Promise<void> {
  const stored = (await loadOutbox(opened.userId)).filter(({ id }) => !discarded.has(id))
  if (owner !== opened) return
  const added = outbox.get().filter(({ id }) => stored.every((one) => one.id !== id))
  outbox.set([...stored, ...added])
  sendNext()
}

function setFailure(id: string, failure: string | null): void {
  outbox.set(withFailure(outbox.get(), id, failure))
  save(id)
}

function find(id: string): OutboxMessage | undefined {
  return outbox.get().find((message) => message.id === id)
}

function remove(id: string): void {
  outbox.set(withoutOutboxMessage(outbox.get(), id))
  attempts.delete(id)
  void deleteMessage(id)
}

function save(id: string): void {
  const message = find(id)
  if (owner && message) void saveMessage(owner.userId, message)
}

function sendNext(): void {
  if (!owner) return
  for (const message of nextToSend(outbox.get(), partnersInFlight)) {
    partnersInFlight.add(message.partnerId)
    void send(owner, message)
  }
}

async function send(sender: Owner, message: OutboxMessage): Promise<void> {
  const { id, partnerId } = message
  try {
    const posted = await deliverMessage(message)
    if (sender !== owner) return // signed out meanwhile
    if (posted) showSent(sender.client, posted)
    remove(id)
  } catch (error) {
    if (sender !== owner) return
    if (isSignedOut(error)) return endSession(sender.client) // kept for the next login
    if (find(id)) {
      if (!isFinal(error)) return retryLater(id, partnerId, error instanceof ApiError ? error.retryAfterMs : 0)
      toastError('Message not sent', error.message)
      setFailure(id, error.message)
    } // else discarded meanwhile
  }
  partnersInFlight.delete(partnerId)
  sendNext()
}

/** The outcome is unknown: the same id makes a further attempt safe. */
function retryLater(id: string, partnerId: number, retryAfterMs: number): void {
  const attempt = attempts.get(id) ?? 0
  attempts.set(id, attempt + 1)
  const again = () => {
    release(id, partnerId)
    sendNext()
  }
  const timer = window.setTimeout(again, clientRetryDelayMs(attempt, { retryAfterMs }))
  timers.set(id, { timer, isSetByServer: retryAfterMs > 0 })
}

function release(id: string, partnerId = find(id)?.partnerId): void {
  timers.delete(id)
  if (partnerId !== undefined) partnersInFlight.delete(partnerId)
}

function showSent(client: QueryClient, message: Message): void {
  const query = messagesQuery(message.receiverId)
  const pages = client.getQueryData<MessagePages>(query.queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(query.queryKey, next)
  else if (pages) void client.invalidateQueries({ queryKey: query.queryKey })
  void client.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}
