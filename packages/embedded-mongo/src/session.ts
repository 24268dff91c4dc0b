import type { Document } from 'bson'
import type { Authorization } from './authorization.ts'
import type { Cursors } from './cursors.ts'
import { type Collection, namespace, type Store } from './store.ts'

export interface Session {
  store: Store
  cursors: Cursors
  db: string
  /** Undefined on a server without users, where every command is allowed. */
  authorization?: Authorization | undefined
}

export interface Command {
  /** Writes run inside a transaction; reads see committed data. */
  isWrite: boolean
  run: (session: Session, command: Document) => Document
  afterCommit?: (session: Session, command: Document) => void
}

export function collectionOf({ store, db }: Session, name: string): Collection | undefined {
  return store.collections.get(namespace({ db, name }))
}
