import { IDBFactory } from 'fake-indexeddb'
import { createStore, entries } from 'idb-keyval'
import { vi } from 'vitest'

const CHATS = 'zing-chats'
const factory = new IDBFactory()

/**
 * Gives the browser of this test the database of the kept chats, and idle callbacks that run soon. Other databases stay
 * missing: the client would keep a connection to them for tests with a frozen clock.
 */
export function stubIndexedDb(): void {
  vi.stubGlobal('indexedDB', {
    open(name: string) {
      if (name !== CHATS) throw new DOMException('', 'InvalidStateError')
      return factory.open(name)
    },
  })
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work))
}

/** All records of the kept chats. */
export async function keptRecords(): Promise<Map<IDBValidKey, unknown>> {
  return new Map(await entries(createStore(CHATS, 'kept')))
}
