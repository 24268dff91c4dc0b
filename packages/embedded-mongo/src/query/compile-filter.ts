import type { Document } from 'bson'
import { documentKey } from '../storage/index-keys.ts'
import { isObject } from '../storage/key-encoding.ts'
import { hasString } from '../storage/raw-strings.ts'
import type { StoredDocument } from '../storage/stored-document.ts'
import { fieldsOfFilter } from './conditions.ts'
import { createMatcher } from './matcher.ts'

export const NONE: ReadonlySet<string> = new Set()

export type Test = (stored: StoredDocument) => boolean

/** Compiles a filter; it parses the fields that it needs, and none for a `$nin` of strings. */
export function compileFilter(filter: Document): Test {
  const { rest, excluded } = withoutExcludedStrings(filter)
  if (Object.keys(rest).length === 0 && excluded.length === 0) return () => true
  const matches = createMatcher(rest)
  const names = fieldsOfFilter(rest)
  return (stored) =>
    matches(stored.part(names)) &&
    excluded.every(({ field, strings }) => !hasString(stored.raw, stored.field(field), strings))
}

/** Takes each `$nin` of strings on a top-level field out of a filter. */
function withoutExcludedStrings(filter: Document) {
  const excluded: { field: string; strings: Buffer[] }[] = []
  const rest = Object.entries(filter).filter(([field, operand]) => {
    const strings = field.startsWith('$') || field.includes('.') ? null : excludedStrings(operand)
    if (strings) excluded.push({ field, strings })
    return !strings
  })
  return { rest: Object.fromEntries(rest), excluded }
}

function excludedStrings(operand: unknown): Buffer[] | null {
  const list: unknown = isObject(operand) && Object.keys(operand).length === 1 ? operand.$nin : null
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) return null
  return list.map((item) => Buffer.from(item))
}

/**
 * Takes a `$nin` of numbers on `_id` out of a filter. The caller tests it by key, because mingo would search the list per
 * document.
 */
export function withoutExcludedIds(filter: Document): { filter: Document; excluded: ReadonlySet<string> } {
  const ids: unknown = isObject(filter._id) ? filter._id.$nin : undefined
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'number')) return { filter, excluded: NONE }
  const { _id, ...others } = filter
  const { $nin: _, ...conditions } = _id
  const rest = Object.keys(conditions).length > 0 ? { ...others, _id: conditions } : others
  return { filter: rest, excluded: new Set(ids.map((id) => documentKey(id).toString('latin1'))) }
}
