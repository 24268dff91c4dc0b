import type { Document } from 'bson'
import { Aggregator } from 'mingo/aggregator'
import { Context } from 'mingo/core'
import { Lazy } from 'mingo/lazy'
import * as accumulators from 'mingo/operators/accumulator'
import * as expressions from 'mingo/operators/expression'
import * as stages from 'mingo/operators/pipeline'
import * as projections from 'mingo/operators/projection'
import * as queries from 'mingo/operators/query'
import * as windows from 'mingo/operators/window'
import { CommandError, notSupported } from '../errors.ts'
import { openCursor } from '../query/cursors.ts'
import { findDocuments, noStats, type ScanStats } from '../query/find-documents.ts'
import { collectionOf, type Session } from '../session.ts'
import { serialize } from '../storage/codec.ts'
import { isObject } from '../storage/key-encoding.ts'
import { namespace } from '../storage/store.ts'
import { countMatching } from './count.ts'

const operators = new Set(
  Object.keys({ ...accumulators, ...expressions, ...queries }).concat('$meta', '$literal', '$options'),
)
const writers = new Set(['$out', '$merge'])
/** Ends the reading of its source; mingo's own reads all of it. */
const $limit: typeof stages.$limit = (source, count) => Lazy(first(source, count))
const context = Context.init({
  accumulator: accumulators,
  expression: expressions,
  pipeline: { ...stages, $limit },
  projection: projections,
  query: queries,
  window: windows,
})

/** A pipeline split into a find, which can use indexes, and the remaining stages for mingo. */
export interface SplitPipeline {
  find: Document
  rest: Document[]
}

export function aggregate(session: Session, { aggregate: name, pipeline, hint, cursor = {} }: Document): Document {
  if (typeof name !== 'string') throw notSupported('aggregate on a database')
  checkStages(pipeline)
  const results = run(session, name, splitPipeline(pipeline), { hint })
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

interface RunOptions {
  hint?: string | Document
  stats?: ScanStats
}

/** Counts what a pipeline examines in its collection, by running it. */
export function examinedBy(session: Session, { aggregate: name, pipeline, hint }: Document) {
  const stats = noStats()
  const { length: nReturned } = run(session, name, splitPipeline(pipeline), { hint, stats })
  return { nReturned, ...stats }
}

function run(session: Session, name: string, { find, rest }: SplitPipeline, options: RunOptions = {}): Document[] {
  const { hint, stats } = options
  if (isCount(rest)) {
    const n = countMatching(session, name, { ...find, hint })
    return n > 0 ? [{ _id: 1, n }] : []
  }
  const collectionResolver = (other: string) => [...documentsOf(session, other, {})]
  const stages = rest.map((stage) => withOtherCollection(session, stage))
  return new Aggregator(stages, { collectionResolver, context, scriptEnabled: false }).run(
    documentsOf(session, name, { ...find, hint }, stats),
  )
}

function* first(source: ReturnType<typeof Lazy>, count: number): Generator<unknown> {
  for (let taken = 0; taken < count; taken++) {
    const { value, done } = source.next()
    if (done) return
    yield value
  }
}

/** Runs pipelines on other collections that do not depend on the document beforehand, where they can use indexes. */
function withOtherCollection(session: Session, stage: Document): Document {
  const { $lookup: lookup, $unionWith: union } = stage
  const resultsOf = (name: string, pipeline: Document[]) => run(session, name, splitPipeline(pipeline))
  if (lookup?.pipeline && !lookup.let && !lookup.localField)
    return { $addFields: { [lookup.as]: { $literal: resultsOf(lookup.from, lookup.pipeline) } } }
  if (isObject(union) && union.pipeline) return { $unionWith: { coll: resultsOf(union.coll, union.pipeline) } }
  return stage
}

/** One by one: a `$limit` that follows other stages ends the reading. */
function* documentsOf(session: Session, name: string, request: Document, stats?: ScanStats): Generator<Document> {
  const found = findDocuments(session.store, collectionOf(session, name), { filter: {}, ...request }, stats)
  for (const { document } of found) yield document
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
