import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { sendMessage } from '@zing/proto/http/chat'
import type { Message } from '@zing/proto/messages'
import { call, isFinal } from '../lib/call.ts'
import { createStore } from '../lib/create-store.ts'
import { toastError } from '../ui/toast-store.ts'
import { conversationsQuery } from './conversations.ts'
import { withMessage } from './message-cache.ts'
import { messagesQuery } from './messages.ts'
import {
  nextToSend,
  type OutboxMessage,
  retryAfterMs,
  withFailure,
  withOutboxMessage,
  withoutOutboxMessage,
} from './outbox-state.ts'
import { loadOutbox, saveOutbox } from './outbox-storage.ts'

/** Messages that the server has not confirmed yet, oldest first. */
export const outbox = createStore<OutboxMessage[]>([])

interface Owner {
  userId: number
  client: QueryClient
}

let owner: Owner | null = null
const partnersInFlight = new Set<number>()
const attempts = new Map<string, number>()
const timers = new Map<string, number>()

/** Restores the messages that an earlier session has left. */
export async function openOutbox(userId: number, client: QueryClient): Promise<void> {
  if (owner?.userId === userId) return
  owner = { userId, client }
  const stored = await loadOutbox(userId)
  if (owner?.userId !== userId) return
  const added = outbox.get().filter(({ id }) => stored.every((one) => one.id !== id))
  update([...stored, ...added])
}

export function closeOutbox(): void {
  owner = null
  outbox.set([])
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  attempts.clear()
  partnersInFlight.clear()
}

/** Shows a message at once and sends it as soon as possible, in order. */
export function enqueueMessage(partnerId: number, content: string): void {
  const message = { id: crypto.randomUUID(), partnerId, content, createdAt: new Date().toISOString(), failure: null }
  update(withOutboxMessage(outbox.get(), message))
}

export function retry(id: string): void {
  update(withFailure(outbox.get(), id, null))
}

/** Sends messages that wait for their next attempt, after a reconnect. */
export function flushOutbox(): void {
  for (const [id, timer] of timers) {
    clearTimeout(timer)
    release(id)
  }
  sendNext()
}

function update(next: OutboxMessage[]): void {
  outbox.set(next)
  if (owner) void saveOutbox(owner.userId, next)
  sendNext()
}

function sendNext(): void {
  if (!owner) return
  for (const message of nextToSend(outbox.get(), partnersInFlight)) {
    partnersInFlight.add(message.partnerId)
    void send(owner, message)
  }
}

async function send(sender: Owner, { id, partnerId, content }: OutboxMessage): Promise<void> {
  try {
    const message = await call(sendMessage, { body: { receiverId: partnerId, content, clientMessageId: id } })
    if (sender !== owner) return // signed out meanwhile
    showSent(sender.client, message)
    attempts.delete(id)
    partnersInFlight.delete(partnerId)
    update(withoutOutboxMessage(outbox.get(), id))
  } catch (error) {
    if (sender !== owner) return
    if (isFinal(error)) {
      partnersInFlight.delete(partnerId)
      toastError('Message not sent', error.message)
      return update(withFailure(outbox.get(), id, error.message))
    }
    // the outcome is unknown: the same id makes a further attempt safe
    const attempt = (attempts.get(id) ?? 0) + 1
    attempts.set(id, attempt)
    timers.set(
      id,
      window.setTimeout(() => {
        release(id, partnerId)
        sendNext()
      }, retryAfterMs(attempt)),
    )
  }
}

function release(id: string, partnerId = outbox.get().find((message) => message.id === id)?.partnerId): void {
  timers.delete(id)
  if (partnerId !== undefined) partnersInFlight.delete(partnerId)
}

function showSent(client: QueryClient, message: Message): void {
  const query = messagesQuery(message.receiverId)
  const pages = client.getQueryData<InfiniteData<Message[], number>>(query.queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(query.queryKey, next)
  else if (pages) void client.invalidateQueries({ queryKey: query.queryKey })
  void client.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}
