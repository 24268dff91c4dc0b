import { createStore as createDatabase, del, get, set } from 'idb-keyval'
import type { OutboxMessage } from './outbox-state.ts'

const KEY = 'unsent'

interface Kept {
  userId: number
  messages: OutboxMessage[]
}

let memory: Kept | null = null

/** IndexedDB, so that unsent messages survive a closed tab; memory where a private window forbids it. */
export async function loadOutbox(userId: number): Promise<OutboxMessage[]> {
  const kept = await inDatabase((database) => get<Kept>(KEY, database), memory)
  return kept?.userId === userId ? kept.messages : []
}

export async function saveOutbox(userId: number, messages: OutboxMessage[]): Promise<void> {
  memory = { userId, messages }
  await inDatabase((database) => set(KEY, memory, database), undefined)
}

export async function clearOutbox(): Promise<void> {
  memory = null
  await inDatabase((database) => del(KEY, database), undefined)
}

async function inDatabase<T>(
  work: (database: ReturnType<typeof createDatabase>) => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    return await work(createDatabase('zing', 'outbox'))
  } catch {
    return otherwise
  }
}
