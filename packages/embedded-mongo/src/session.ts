import type { Document } from 'bson'
import type { Cursors } from './cursors.ts'
import { type Collection, namespace, type Store } from './store.ts'

/** What a command works with. */
export interface Session {
  store: Store
  cursors: Cursors
  db: string
}

export interface Command {
  /** A write runs inside a transaction; a read sees what is committed. */
  isWrite: boolean
  run: (session: Session, command: Document) => Document
  /** After a write is on disk. */
  settle?: (session: Session, command: Document) => void
}

export function collectionOf({ store, db }: Session, name: string): Collection | undefined {
  return store.collections.get(namespace({ db, name }))
}
