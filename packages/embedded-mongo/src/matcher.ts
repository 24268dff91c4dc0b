import { Binary, type Document } from 'bson'
import { Context } from 'mingo'
import * as expression from 'mingo/operators/expression'
import * as query from 'mingo/operators/query'
import { Query } from 'mingo/query'
import { notSupported, toCommandError } from './errors.ts'
import { isObject } from './key-encoding.ts'

export type Matcher = (document: unknown) => boolean

// mingo copies the operators that it is given for each query: the several hundred of expressions only where there are some
const FILTERS = Context.init({ query })
const FILTERS_AND_EXPRESSIONS = Context.init({ query, expression })

const compiled = new WeakMap<Document, Matcher>()

/** For filters that stay, such as those of indexes: compiled at their first use. */
export function matcherOf(filter: Document): Matcher {
  const matcher = compiled.get(filter) ?? createMatcher(filter)
  compiled.set(filter, matcher)
  return matcher
}

/** Compiles a filter once; an unknown operator is refused here, before a document is looked at. */
export function createMatcher(filter: Document): Matcher {
  if (Object.keys(filter).length === 0) return () => true
  refuseBinaries(filter)
  try {
    const context = hasExpressions(filter) ? FILTERS_AND_EXPRESSIONS : FILTERS
    const compiledQuery = new Query(filter, { scriptEnabled: false, context })
    return (document) => compiledQuery.test(document as Document) // test() walks any value; its type is only narrower
  } catch (error) {
    throw toCommandError(error)
  }
}

/** mingo compares binaries as text, which takes different bytes for equal. UUIDs have a text of their own. */
function refuseBinaries(value: unknown): void {
  if (value instanceof Binary && value.sub_type !== Binary.SUBTYPE_UUID) throw notSupported('A filter on binary data')
  if (Array.isArray(value)) value.forEach(refuseBinaries)
  else if (isObject(value)) Object.values(value).forEach(refuseBinaries)
}

function hasExpressions(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasExpressions)
  return isObject(value) && ('$expr' in value || Object.values(value).some(hasExpressions))
}
