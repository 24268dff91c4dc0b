import type { Document } from 'bson'
import { badValue, notSupported } from '../errors.ts'
import { serialize } from '../storage/codec.ts'
import { isObject } from '../storage/key-encoding.ts'
import type { StoredDocument } from '../storage/stored-document.ts'
import { createMatcher } from './matcher.ts'

type Tree = { [field: string]: Tree | boolean | Document }

/**
 * Creates a projection with inclusion or exclusion, `$slice` and `$elemMatch`; mingo's would modify the document. Whole
 * fields are copied without being parsed.
 */
export function createProjection(spec: Document = {}): (stored: StoredDocument) => Buffer {
  if (Object.keys(spec).length === 0) return ({ raw }) => raw
  const { _id: id, ...fields } = spec
  const kinds = Object.values(fields).filter((value) => !isObject(value) || '$elemMatch' in value)
  const isInclusive = kinds.length > 0 ? Boolean(kinds[0]) : Boolean(id) && Object.keys(fields).length === 0
  if (kinds.some((value) => Boolean(value) !== isInclusive))
    throw badValue('Cannot mix inclusion and exclusion in a projection')

  const tree = treeOf(
    isInclusive && (id === undefined || id)
      ? { _id: 1, ...fields }
      : { ...fields, ...(id === undefined ? {} : { _id: id }) },
  )
  if (!isFlat(tree)) return ({ document }) => serialize(projected(document, tree, isInclusive))
  return (stored) => stored.pick((field) => (Object.hasOwn(tree, field) ? tree[field] === true : !isInclusive))
}

function isFlat(tree: Tree): tree is Record<string, boolean> {
  return Object.values(tree).every((rule) => typeof rule === 'boolean')
}

function treeOf(fields: Document): Tree {
  const tree: Tree = {}
  for (const [path, value] of Object.entries(fields)) {
    const parts = path.split('.')
    const last = parts.pop() ?? path
    let holder = tree
    for (const part of parts) {
      holder[part] ??= {}
      holder = holder[part] as Tree // MongoDB rejects a path together with its parent; here the first wins
    }
    holder[last] = isObject(value) ? value : Boolean(value)
  }
  return tree
}

function projected(document: Document, tree: Tree, isInclusive: boolean): Document {
  const kept: Document = {}
  for (const [field, value] of Object.entries(document)) {
    const rule = Object.hasOwn(tree, field) ? tree[field] : undefined
    if (rule === undefined ? !isInclusive : rule === true) kept[field] = value
    else if (isObject(rule)) {
      const part = inside(value, rule, isInclusive)
      if (part !== undefined) kept[field] = part
    }
  }
  return kept
}

function inside(value: unknown, rule: Document, isInclusive: boolean): unknown {
  const [operator] = Object.keys(rule)
  if (operator === '$slice') return Array.isArray(value) ? sliced(value, rule.$slice) : value
  if (operator === '$elemMatch') return firstMatch(value, rule.$elemMatch)
  if (operator?.startsWith('$')) throw notSupported(`${operator} in a projection`)
  if (Array.isArray(value)) {
    const parts = value.map((element) => inside(element, rule, isInclusive))
    return parts.filter((part) => part !== undefined)
  }
  if (isObject(value)) return projected(value, rule, isInclusive)
  return isInclusive ? undefined : value
}

function sliced(array: unknown[], slice: number | [number, number]): unknown[] {
  if (Array.isArray(slice)) return array.slice(slice[0]).slice(0, slice[1])
  return slice < 0 ? array.slice(slice) : array.slice(0, slice)
}

function firstMatch(value: unknown, condition: Document): unknown {
  const matches = createMatcher({ list: { $elemMatch: condition } })
  const found = Array.isArray(value) ? value.findIndex((element) => matches({ list: [element] })) : -1
  return found === -1 ? undefined : [(value as unknown[])[found]] // found: it is an array
}
