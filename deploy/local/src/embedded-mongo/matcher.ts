import { Binary, type Document } from 'bson'
import { Query } from 'mingo'
import { notSupported, toCommandError } from './errors.ts'
import { isObject } from './key-encoding.ts'

/** Compiles a filter once; an unknown operator is refused here, before a document is looked at. */
export function createMatcher(filter: Document): (document: unknown) => boolean {
  if (Object.keys(filter).length === 0) return () => true
  refuseBinaries(filter)
  try {
    const query = new Query(filter, { scriptEnabled: false })
    return (document) => query.test(document as Document) // test() walks any value; its type is only narrower
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
