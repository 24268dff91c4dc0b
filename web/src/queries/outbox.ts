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

/** What this person said and the server has not confirmed yet, oldest first. */
export const outbox = createStore<OutboxMessage[]>([])

interface Owner {
  userId: number
  client: QueryClient
}

let owner: Owner | null = null
const busy = new Set<number>()
const tries = new Map<string, number>()
const timers = new Map<string, number>()

/** Takes up what an earlier visit left unsent. */
export async function openOutbox(userId: number, client: QueryClient): Promise<void> {
  if (owner?.userId === userId) return
  owner = { userId, client }
  const left = await loadOutbox(userId)
  if (owner?.userId !== userId) return
  const added = outbox.get().filter(({ id }) => left.every((one) => one.id !== id))
  change([...left, ...added])
}

export function closeOutbox(): void {
  owner = null
  outbox.set([])
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  tries.clear()
  busy.clear()
}

/** Says something: shown at once, sent as soon as it can be, in order. */
export function enqueueMessage(partnerId: number, content: string): void {
  const message = { id: crypto.randomUUID(), partnerId, content, createdAt: new Date().toISOString(), failure: null }
  change(withOutboxMessage(outbox.get(), message))
}

export function retry(id: string): void {
  change(withFailure(outbox.get(), id, null))
}

/** The connection is back: what waits for its next try goes now. */
export function flushOutbox(): void {
  for (const [id, timer] of timers) {
    clearTimeout(timer)
    release(id)
  }
  sendNext()
}

function change(next: OutboxMessage[]): void {
  outbox.set(next)
  if (owner) void saveOutbox(owner.userId, next)
  sendNext()
}

function sendNext(): void {
  if (!owner) return
  for (const message of nextToSend(outbox.get(), busy)) {
    busy.add(message.partnerId)
    void send(owner, message)
  }
}

async function send(sender: Owner, { id, partnerId, content }: OutboxMessage): Promise<void> {
  try {
    const message = await call(sendMessage, { body: { receiverId: partnerId, content, clientMessageId: id } })
    if (sender !== owner) return // signed out meanwhile
    showSent(sender.client, message)
    tries.delete(id)
    busy.delete(partnerId)
    change(withoutOutboxMessage(outbox.get(), id))
  } catch (error) {
    if (sender !== owner) return
    if (isFinal(error)) {
      busy.delete(partnerId)
      toastError('Message not sent', error.message)
      return change(withFailure(outbox.get(), id, error.message))
    }
    // no answer says nothing about what happened: the same id makes every further try harmless
    const tried = (tries.get(id) ?? 0) + 1
    tries.set(id, tried)
    const partner = partnerId
    timers.set(
      id,
      window.setTimeout(() => {
        release(id, partner)
        sendNext()
      }, retryAfterMs(tried)),
    )
  }
}

function release(id: string, partnerId = outbox.get().find((message) => message.id === id)?.partnerId): void {
  timers.delete(id)
  if (partnerId !== undefined) busy.delete(partnerId)
}

function showSent(client: QueryClient, message: Message): void {
  const query = messagesQuery(message.receiverId)
  const pages = client.getQueryData<InfiniteData<Message[], number>>(query.queryKey)
  const next = pages && withMessage(pages, message)
  if (next) client.setQueryData(query.queryKey, next)
  else if (pages) void client.invalidateQueries({ queryKey: query.queryKey })
  void client.invalidateQueries({ queryKey: conversationsQuery.queryKey })
}
