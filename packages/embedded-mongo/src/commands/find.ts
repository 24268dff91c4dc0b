import type { Document } from 'bson'
import { nextBatch, openCursor } from '../query/cursors.ts'
import { type FindRequest, findDocuments } from '../query/find-documents.ts'
import { createProjection } from '../query/projection.ts'
import { collectionOf, type Session } from '../session.ts'
import { namespace } from '../storage/store.ts'

export function find(session: Session, command: Document): Document {
  const found = findDocuments(session.store, collectionOf(session, command.find), findRequest(command))
  const documents = mapped(found, createProjection(command.projection))
  const singleBatch = command.singleBatch || command.limit < 0
  return openCursor(session.cursors, namespace({ db: session.db, name: command.find }), documents, {
    ...command,
    singleBatch,
  })
}

export function findRequest({ filter = {}, sort, skip, limit, hint }: Document): FindRequest {
  return { filter, sort, skip, limit: Math.abs(limit ?? 0), hint: sort?.$natural || hint?.$natural ? undefined : hint }
}

export function getMore(session: Session, command: Document): Document {
  return nextBatch(session.cursors, Number(command.getMore), command.batchSize)
}

export function killCursors(session: Session, command: Document): Document {
  const cursorsKilled = command.cursors.filter((id: unknown) => session.cursors.open.delete(Number(id)))
  return { cursorsKilled, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok: 1 }
}

function* mapped<T, R>(items: Iterable<T>, map: (item: T) => R): Generator<R> {
  for (const item of items) yield map(item)
}
