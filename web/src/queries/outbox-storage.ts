import { createStore as createDatabase, del, get, set } from 'idb-keyval'
import type { OutboxMessage } from './outbox-state.ts'

const KEY = 'unsent'

interface StoredOutbox {
  userId: number
  messages: OutboxMessage[]
}

let memory: StoredOutbox | null = null

/** Loads from IndexedDB, so that messages survive a closed tab, or from memory where a private window forbids it. */
export async function loadOutbox(userId: number): Promise<OutboxMessage[]> {
  const stored = await withDatabase((database) => get<StoredOutbox>(KEY, database), memory)
  return stored?.userId === userId ? stored.messages : []
}

export async function saveOutbox(userId: number, messages: OutboxMessage[]): Promise<void> {
  memory = { userId, messages }
  await withDatabase((database) => set(KEY, memory, database), undefined)
}

export async function clearOutbox(): Promise<void> {
  memory = null
  await withDatabase((database) => del(KEY, database), undefined)
}

async function withDatabase<T>(
  work: (database: ReturnType<typeof createDatabase>) => Promise<T>,
  fallback: T,
): Promise<T> {
  try {
    return await work(createDatabase('zing', 'outbox'))
  } catch {
    return fallback
  }
}
