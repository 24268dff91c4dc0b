import { Binary, type Document } from 'bson'
import { Context } from 'mingo'
import * as expression from 'mingo/operators/expression'
import * as query from 'mingo/operators/query'
import { Query } from 'mingo/query'
import { notSupported, toCommandError } from '../errors.ts'
import { isObject } from '../storage/key-encoding.ts'

export type Matcher = (document: unknown) => boolean

// mingo copies its operators for each query: the hundreds of expression operators only where they are used
const FILTERS = Context.init({ query })
const FILTERS_AND_EXPRESSIONS = Context.init({ query, expression })

const compiled = new WeakMap<Document, Matcher>()

/** Compiles a filter at its first use and caches it, for filters of indexes. */
export function matcherOf(filter: Document): Matcher {
  const matcher = compiled.get(filter) ?? createMatcher(filter)
  compiled.set(filter, matcher)
  return matcher
}

export function createMatcher(filter: Document): Matcher {
  if (Object.keys(filter).length === 0) return () => true
  rejectBinaries(filter)
  try {
    const context = hasExpressions(filter) ? FILTERS_AND_EXPRESSIONS : FILTERS
    const compiledQuery = new Query(filter, { scriptEnabled: false, context })
    return (document) => compiledQuery.test(document as Document) // test() walks any value; its type is only narrower
  } catch (error) {
    throw toCommandError(error)
  }
}

/** Rejects binary data, which mingo compares as text, where different bytes can be equal. UUIDs are safe. */
function rejectBinaries(value: unknown): void {
  if (value instanceof Binary && value.sub_type !== Binary.SUBTYPE_UUID) throw notSupported('A filter on binary data')
  if (Array.isArray(value)) value.forEach(rejectBinaries)
  else if (isObject(value)) Object.values(value).forEach(rejectBinaries)
}

function hasExpressions(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasExpressions)
  return isObject(value) && ('$expr' in value || Object.values(value).some(hasExpressions))
}
