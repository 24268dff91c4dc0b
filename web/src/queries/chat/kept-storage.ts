import type { Message } from '@zing/proto/messages'
import { clear, createStore as createDatabase, entries, promisifyRequest } from 'idb-keyval'

/** Key of whose chats are kept, of the record about them, and of a partner's messages. */
type Key = 'owner' | 'head' | number

interface KeptRecords {
  head: object
  /** Changed chats by partner. */
  chats: Map<number, Message[]>
  /** Partners whose chats stay; all others are removed. */
  partnerIds: ReadonlySet<number>
}

const database = createDatabase('zing-chats', 'kept') // opens it on first use

export function readKept(): Promise<Map<Key, unknown>> {
  return withDatabase(async () => new Map(await entries<Key, unknown>(database)), new Map())
}

/**
 * Makes the store this user's, and removes what another user has left. A store without an owner takes nothing: no tab
 * writes after a sign-out in another one. False if this browser keeps nothing, as in a private window.
 */
export function claimKept(userId: number): Promise<boolean> {
  return change((store, owner) => {
    if (owner === userId) return
    store.clear()
    store.put(userId, 'owner' satisfies Key)
  })
}

/** Replaces all that is kept. False if the store is no longer the user's, or has no space left. */
export async function writeKept(userId: number, { head, chats, partnerIds }: KeptRecords): Promise<boolean> {
  let isOwn = false
  const isWritten = await change((store, owner) => {
    isOwn = owner === userId
    if (!isOwn) return
    store.put(head, 'head' satisfies Key)
    for (const [partnerId, messages] of chats) store.put(messages, partnerId)
    const keys = store.getAllKeys()
    keys.onsuccess = () => {
      for (const key of keys.result) if (typeof key === 'number' && !partnerIds.has(key)) store.delete(key)
    }
  })
  if (!isWritten) await clearKept()
  return isWritten && isOwn
}

export function clearKept(): Promise<void> {
  return withDatabase(() => clear(database), undefined)
}

/** One transaction, so that what happens to the owner meanwhile comes before or after it. */
function change(work: (store: IDBObjectStore, owner: unknown) => void): Promise<boolean> {
  return withDatabase(
    () =>
      database('readwrite', async (store) => {
        const owner = store.get('owner' satisfies Key)
        owner.onsuccess = () => work(store, owner.result)
        await promisifyRequest(store.transaction)
        return true
      }),
    false,
  )
}

async function withDatabase<T>(work: () => Promise<T>, fallback: T): Promise<T> {
  try {
    return globalThis.indexedDB ? await work() : fallback
  } catch {
    return fallback
  }
}
