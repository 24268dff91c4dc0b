import type { Document } from 'bson'
import { Aggregator } from 'mingo'
import * as accumulators from 'mingo/operators/accumulator'
import * as expressions from 'mingo/operators/expression'
import * as stages from 'mingo/operators/pipeline'
import * as queries from 'mingo/operators/query'
import { openCursor } from '../cursors.ts'
import { serialize } from '../documents.ts'
import { CommandError, notSupported } from '../errors.ts'
import { findDocuments } from '../find-documents.ts'
import { isObject } from '../key-encoding.ts'
import { collectionOf, type Session } from '../session.ts'
import { namespace } from '../store.ts'
import { countMatching } from './count.ts'

const operators = new Set(
  Object.keys({ ...accumulators, ...expressions, ...queries }).concat('$meta', '$literal', '$options'),
)
const writers = new Set(['$out', '$merge'])

/** A pipeline split into a find, which can use indexes, and the remaining stages for mingo. */
export interface SplitPipeline {
  find: Document
  rest: Document[]
}

export function aggregate(session: Session, { aggregate: name, pipeline, cursor = {} }: Document): Document {
  if (typeof name !== 'string') throw notSupported('aggregate on a database')
  checkStages(pipeline)
  const results = run(session, name, splitPipeline(pipeline))
  return openCursor(session.cursors, namespace({ db: session.db, name }), results.map(serialize), cursor)
}

/** Turns leading `$match`, `$sort`, `$skip` and `$limit`, in this order, into a find. */
export function splitPipeline(pipeline: Document[]): SplitPipeline {
  const rest = [...pipeline]
  const take = (stage: string) => (rest[0] && stage in rest[0] ? rest.shift()?.[stage] : undefined)
  return {
    find: { filter: take('$match') ?? {}, sort: take('$sort'), skip: take('$skip'), limit: take('$limit') },
    rest,
  }
}

function run(session: Session, name: string, { find, rest }: SplitPipeline): Document[] {
  if (isCount(rest)) {
    const n = countMatching(session, name, find)
    return n > 0 ? [{ _id: 1, n }] : []
  }
  const { filter, ...request } = find
  const source = allOf(session, name, { filter, ...request })
  const collectionResolver = (other: string) => allOf(session, other, { filter: {} })
  return new Aggregator(rest, { collectionResolver, scriptEnabled: false }).run(source)
}

function allOf(session: Session, name: string, request: Document): Document[] {
  const found = findDocuments(session.store, collectionOf(session, name), { filter: {}, ...request })
  return Array.from(found, ({ document }) => document)
}

/** Recognizes countDocuments, which needs no document contents. */
function isCount(rest: Document[]): boolean {
  return JSON.stringify(rest) === '[{"$group":{"_id":1,"n":{"$sum":1}}}]'
}

/** Rejects unknown stages and operators; mingo would do so only when a document reaches them. */
function checkStages(pipeline: Document[]): void {
  for (const stage of pipeline) {
    const [name = ''] = Object.keys(stage)
    if (writers.has(name)) throw notSupported(name)
    if (!Object.hasOwn(stages, name)) {
      throw new CommandError(40324, 'Location40324', `Unrecognized pipeline stage name: '${name}'`)
    }
    const inner = stage[name]
    if (name === '$facet') Object.values(inner as Document).forEach(checkStages)
    else if (isObject(inner) && Array.isArray(inner.pipeline)) checkStages(inner.pipeline)
    else if (name !== '$match') checkOperators(inner) // compiling a $match as a query checks it
  }
}

function checkOperators(value: unknown): void {
  if (Array.isArray(value)) value.forEach(checkOperators)
  if (!isObject(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (key.startsWith('$') && !operators.has(key)) {
      throw new CommandError(168, 'InvalidPipelineOperator', `Unrecognized expression '${key}'`)
    }
    if (key !== '$literal') checkOperators(inner)
  }
}
