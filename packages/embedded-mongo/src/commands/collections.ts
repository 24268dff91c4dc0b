import type { Document } from 'bson'
import { CommandError, notSupported } from '../errors.ts'
import { openCursor } from '../query/cursors.ts'
import { createMatcher } from '../query/matcher.ts'
import { collectionOf, type Session } from '../session.ts'
import { serialize } from '../storage/codec.ts'
import { type Collection, dropCollection, ensureCollection } from '../storage/store.ts'

const OPTIONS = ['capped', 'timeseries', 'viewOn', 'validator', 'collation', 'clusteredIndex', 'expireAfterSeconds']

export function create(session: Session, command: Document): Document {
  const option = OPTIONS.find((name) => command[name])
  if (option) throw notSupported(`The collection option ${option}`)
  ensureCollection(session.store, session.db, command.create)
  return { ok: 1 }
}

export function drop(session: Session, { drop: name }: Document): Document {
  const collection = collectionOf(session, name)
  if (!collection) throw new CommandError(26, 'NamespaceNotFound', 'ns not found')
  dropCollection(session.store, collection)
  return { nIndexesWas: collection.indexes.length, ns: `${session.db}.${name}`, ok: 1 }
}

export function dropDatabase(session: Session): Document {
  for (const collection of collectionsOf(session)) dropCollection(session.store, collection)
  return { dropped: session.db, ok: 1 }
}

export function listCollections(session: Session, { filter = {}, cursor = {} }: Document): Document {
  const described = collectionsOf(session).map(({ name }) => ({
    name,
    type: 'collection',
    options: {},
    info: { readOnly: false },
  }))
  const raws = described.filter(createMatcher(filter)).map(serialize)
  return openCursor(session.cursors, `${session.db}.$cmd.listCollections`, raws, cursor)
}

export function listDatabases({ store }: Session, { filter = {} }: Document): Document {
  const names = new Set([...store.collections.values()].map(({ db }) => db))
  const databases = [...names].map((name) => ({ name, sizeOnDisk: 1, empty: false })).filter(createMatcher(filter))
  return { databases, totalSize: databases.length, ok: 1 }
}

function collectionsOf({ store, db }: Session): Collection[] {
  return [...store.collections.values()].filter((collection) => collection.db === db)
}
