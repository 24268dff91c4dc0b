import type { QueryClient } from '@tanstack/react-query'
import type { User } from '@zing/proto/profiles/users'
import { createStore } from '../../lib/state/create-store.ts'
import { perSession } from '../../lib/state/per-session.ts'
import { userKey } from '../session/user-key.ts'
import { type OutboxMessage, withFailure, withMedia, withoutOutboxMessage } from './outbox-state.ts'
import { deleteMessage, saveMessage } from './outbox-storage.ts'

/** Messages that the server has not confirmed yet, oldest first. Each change is stored on this device too. */
export const outbox = perSession(() => createStore<OutboxMessage[]>([]))

export function add(client: QueryClient, message: OutboxMessage): void {
  outbox(client).set([...outbox(client).get(), message])
  save(client, message.id)
}

export function setFailure(client: QueryClient, id: string, failure: string | null): void {
  outbox(client).set(withFailure(outbox(client).get(), id, failure))
  save(client, id)
}

export function changeMedia(client: QueryClient, id: string, change: Parameters<typeof withMedia>[2]): void {
  outbox(client).set(withMedia(outbox(client).get(), id, change))
  save(client, id)
}

export function find(client: QueryClient, id: string): OutboxMessage | undefined {
  return outbox(client)
    .get()
    .find((message) => message.id === id)
}

export function remove(client: QueryClient, id: string): void {
  outbox(client).set(withoutOutboxMessage(outbox(client).get(), id))
  void deleteMessage(id)
}

function save(client: QueryClient, id: string): void {
  const message = find(client, id)
  if (message) void saveMessage(userIdOf(client), message)
}

/** Messages are written by a signed-in user only. */
export function userIdOf(client: QueryClient): number {
  return client.getQueryData<User>(userKey)?.id ?? 0
}
