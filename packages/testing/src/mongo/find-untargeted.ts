import type { mongo } from 'mongoose'
import { SHARD_KEYS, shardFieldOf } from './shard-keys.ts'

type Document = mongo.Document
type Kind = 'read' | 'update' | 'delete' | 'insert'

interface Statement {
  collection: string
  kind: Kind
  filter: Document
  /** One document changes: a shard is asked only if the filter has one value of the key. */
  isSingle?: boolean
  /** MongoDB refuses an update that may insert, and a find and modify, without the key. */
  isNeverAllowed?: boolean
}

/** Describes each statement of a command that asks every shard and is not listed in SHARD_KEYS. */
export function findUntargeted(command: Document): string[] {
  return statementsOf(command).filter(isUntargeted).map(describe)
}

function isUntargeted({ collection, kind, filter, isSingle, isNeverAllowed }: Statement): boolean {
  const sharded = SHARD_KEYS[collection]
  if (!sharded || namesKey(filter, shardFieldOf(sharded), isSingle)) return false
  return isNeverAllowed === true || !fieldsOf(filter).some((field) => `${kind} ${field}` in sharded.everyShard)
}

function namesKey(filter: Document, key: string, isSingle = false): boolean {
  const conditions = [filter, ...(filter.$and ?? [])].map((one: Document) => one[key])
  return conditions.some((condition) => {
    if (typeof condition !== 'object') return condition !== undefined
    return '$eq' in condition || (!isSingle && '$in' in condition)
  })
}

/** The fields of a filter, also of its alternatives. */
function fieldsOf(filter: Document): string[] {
  return Object.entries(filter).flatMap(([field, value]) =>
    ['$and', '$or'].includes(field) ? value.flatMap(fieldsOf) : [field],
  )
}

function statementsOf(command: Document): Statement[] {
  const { find, aggregate, count, distinct, findAndModify, update, delete: deletion, insert } = command
  if (find) return [{ collection: find, kind: 'read', filter: command.filter ?? {} }]
  if (count ?? distinct) return [{ collection: count ?? distinct, kind: 'read', filter: command.query ?? {} }]
  if (aggregate) return readsOf(aggregate, command.pipeline)
  if (findAndModify)
    return [{ collection: findAndModify, kind: 'update', filter: command.query, isSingle: true, isNeverAllowed: true }]
  if (update)
    return command.updates.map(({ q, multi, upsert }: Document) => ({
      ...{ collection: update, kind: 'update', filter: q, isSingle: !multi, isNeverAllowed: upsert === true },
    }))
  if (deletion)
    return command.deletes.map(({ q, limit }: Document) => ({
      ...{ collection: deletion, kind: 'delete', filter: q, isSingle: limit === 1 },
    }))
  if (insert)
    return command.documents.map((filter: Document) => ({
      ...{ collection: insert, kind: 'insert', filter, isSingle: true, isNeverAllowed: true },
    }))
  return []
}

/** The read of a pipeline's own collection, and the reads of its lookups. */
function readsOf(collection: string, pipeline: Document[]): Statement[] {
  const lookups = pipeline.flatMap(({ $lookup }) =>
    $lookup ? readsOf($lookup.from, [...ofFields($lookup), ...($lookup.pipeline ?? [])]) : [],
  )
  return [{ collection, kind: 'read', filter: pipeline[0]?.$match ?? {} }, ...lookups]
}

function ofFields({ foreignField }: Document): Document[] {
  return foreignField ? [{ $match: { [foreignField]: { $in: [] } } }] : []
}

function describe({ collection, kind, filter }: Statement): string {
  return `${kind} ${collection} by ${fieldsOf(filter).join(', ')}`
}
