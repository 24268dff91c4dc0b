import type { Document } from 'bson'
import { findDocuments } from '../query/find-documents.ts'
import { valuesAt } from '../query/values-at.ts'
import { collectionOf, type Session } from '../session.ts'
import { encodeValue } from '../storage/key-encoding.ts'
import { countDocuments } from '../storage/store.ts'
import { findRequest } from './find.ts'

export function count(session: Session, command: Document): Document {
  return { n: countMatching(session, command.count, { ...command, filter: command.query }), ok: 1 }
}

export function countMatching(session: Session, name: string, command: Document): number {
  const collection = collectionOf(session, name)
  const isWhole = Object.keys(command.filter ?? {}).length === 0 && !command.limit && !command.skip
  if (isWhole) return collection ? countDocuments(session.store, collection) : 0
  let n = 0
  for (const _ of findDocuments(session.store, collection, findRequest(command))) n += 1
  return n
}

export function distinct(session: Session, { distinct: name, key, query: filter = {} }: Document): Document {
  const values = new Map<string, unknown>()
  for (const { document } of findDocuments(session.store, collectionOf(session, name), { filter })) {
    for (const value of valuesAt(document, key).values) {
      if (value !== undefined && typeof value !== 'symbol') values.set(encodeValue(value).toString('latin1'), value)
    }
  }
  return { values: [...values.values()], ok: 1 }
}
