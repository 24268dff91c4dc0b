import type { Document } from 'bson'
import { CommandError, notSupported } from '../errors.ts'
import { openCursor } from '../query/cursors.ts'
import { findDocuments } from '../query/find-documents.ts'
import { createMatcher } from '../query/matcher.ts'
import { collectionOf, type Session } from '../session.ts'
import { serialize } from '../storage/codec.ts'
import { duplicateIn, entryKey, mergeTraits } from '../storage/index-entries.ts'
import { type Index, indexKeys } from '../storage/index-keys.ts'
import {
  type Collection,
  ensureCollection,
  keyPrefix,
  namespace,
  putEntry,
  removeEntries,
  type Store,
  saveCollection,
} from '../storage/store.ts'

const OPTIONS = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const
const IGNORED = new Set(['key', 'name', 'background', 'v', 'ns'])

export function createIndexes({ store, db }: Session, { createIndexes: name, indexes }: Document): Document {
  const existed = store.collections.has(namespace({ db, name }))
  const collection = ensureCollection(store, db, name)
  const numIndexesBefore = collection.indexes.length
  for (const spec of indexes) if (!exists(collection, spec)) buildIndex(store, collection, newIndex(collection, spec))
  saveCollection(store, collection)
  return {
    numIndexesBefore,
    numIndexesAfter: collection.indexes.length,
    createdCollectionAutomatically: !existed,
    ok: 1,
  }
}

/** Makes new indexes available to readers, after their entries are committed. */
export function publishIndexes(session: Session, { createIndexes: name, indexes }: Document): void {
  const names = indexes.map((spec: Document) => spec.name)
  for (const index of collectionOf(session, name)?.indexes ?? []) index.isReady ||= names.includes(index.name)
}

export function listIndexes(session: Session, { listIndexes: name, cursor = {} }: Document): Document {
  const collection = existing(session, name)
  const specs = collection.indexes.map((index) => serialize({ v: 2, ...specOf(index) }))
  return openCursor(session.cursors, namespace(collection), specs, cursor)
}

export function dropIndexes(session: Session, { dropIndexes: name, index: wanted }: Document): Document {
  const collection = existing(session, name)
  const [idIndex, ...others] = collection.indexes
  const isRequested = (index: Index) =>
    [wanted].flat().some((one) => one === '*' || one === index.name || isSame(one, index.key))
  const dropped = others.filter(isRequested)
  if (dropped.length === 0 && wanted !== '*')
    throw new CommandError(27, 'IndexNotFound', `index not found with name [${wanted}]`)
  for (const index of dropped) removeEntries(session.store, keyPrefix(collection.id, index.id))
  collection.indexes = [idIndex, ...others.filter((index) => !dropped.includes(index))].filter(
    (index) => index !== undefined,
  )
  saveCollection(session.store, collection)
  return { nIndexesWas: others.length + 1, ok: 1 }
}

function existing(session: Session, name: string): Collection {
  const collection = collectionOf(session, name)
  if (!collection) throw new CommandError(26, 'NamespaceNotFound', `ns does not exist: ${session.db}.${name}`)
  return collection
}

/** Returns true for an identical index; throws for a different one with the same name or key. */
function exists({ indexes }: Collection, spec: Document): boolean {
  const wanted = { ...pick(spec), name: spec.name, key: spec.key }
  const known = indexes.find((index) => index.name === spec.name || isSame(index.key, spec.key))
  if (!known || (known.name === '_id_' && isSame(known.key, spec.key))) return known !== undefined
  if (isSame(specOf(known), wanted)) return true
  const message = `An equivalent index already exists with the same name or key but different options: ${known.name}`
  throw new CommandError(
    known.name === spec.name ? 86 : 85,
    known.name === spec.name ? 'IndexKeySpecsConflict' : 'IndexOptionsConflict',
    message,
  )
}

function newIndex(collection: Collection, spec: Document): Index {
  const foreign = Object.keys(spec).find((option) => !IGNORED.has(option) && !OPTIONS.some((known) => known === option))
  if (foreign) throw notSupported(`The index option ${foreign}`)
  const kind = Object.values(spec.key as Document).find((direction) => direction !== 1 && direction !== -1)
  if (kind !== undefined) throw notSupported(`An index of type '${kind}'`)
  createMatcher(spec.partialFilterExpression ?? {}) // rejects an unknown operator
  return {
    id: collection.nextIndexId,
    name: spec.name,
    key: spec.key,
    ...pick(spec),
    multikey: [],
    hasLongKeys: false,
    isReady: false,
  }
}

/** Computes all entries before it writes the first, so that a duplicate leaves nothing behind. */
function buildIndex(store: Store, collection: Collection, index: Index): void {
  const taken = new Set<string>()
  const entries: { key: Buffer; docKey: Buffer }[] = []
  for (const stored of findDocuments(store, collection, { filter: {} })) {
    const document = stored.document
    const found = indexKeys(index, document)
    mergeTraits(index, found)
    for (const key of found.keys) {
      if (index.unique && taken.has(key.toString('latin1'))) throw duplicateIn(collection, index, document)
      taken.add(key.toString('latin1'))
      entries.push({ key: entryKey(collection, index, key, stored.docKey), docKey: stored.docKey })
    }
  }
  for (const { key, docKey } of entries) putEntry(store, key, docKey)
  collection.nextIndexId += 1
  collection.indexes.push(index)
}

function specOf(index: Index): Document {
  return { ...pick(index), name: index.name, key: index.key }
}

function pick(spec: Document | Index): Document {
  return Object.fromEntries(
    OPTIONS.filter((option) => spec[option] !== undefined && spec[option] !== false).map((option) => [
      option,
      spec[option],
    ]),
  )
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
