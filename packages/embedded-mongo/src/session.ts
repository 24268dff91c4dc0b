import type { Document } from 'bson'
import type { Authorization } from './authorization.ts'
import type { Cursors } from './query/cursors.ts'
import { type Collection, namespace, type Store } from './storage/store.ts'

export interface Session {
  store: Store
  cursors: Cursors
  db: string
  /** Undefined on a server without users, where every command is allowed. */
  authorization?: Authorization | undefined
}

export type Command =
  /** The client gets the reply once the data that was read is on disk. */
  | { kind: 'read'; run: Run }
  /** Runs in one commit. */
  | { kind: 'write'; run: Run; afterCommit?: (session: Session, command: Document) => void }
  /** Many statements, which need not be in one commit. */
  | { kind: 'statements'; steps: (session: Session, command: Document) => Generator<void, Document> }

export type Run = (session: Session, command: Document) => Document

export function collectionOf({ store, db }: Session, name: string): Collection | undefined {
  return store.collections.get(namespace({ db, name }))
}
