import type { Document } from 'bson'
import { badValue, CommandError } from '../errors.ts'
import { conditionsOf } from '../query/conditions.ts'
import { createMatcher } from '../query/matcher.ts'
import { isObject } from '../storage/key-encoding.ts'

/** Resolves `$`, `$[]` and `$[name]` in an update path. */
export interface PathContext {
  filter: Document
  arrayFilters: Document[]
}

/** Expands positional parts of a path into the plain paths of this document. */
export function expandPath(document: Document, path: string, context: PathContext): string[][] {
  return expand(document, path.split('.'), context)
}

export function valueAt(document: unknown, path: string[]): unknown {
  return path.reduce((value, field) => (isContainer(value) ? value[field] : undefined), document)
}

/** Returns the object or array that holds the last part of a path. Creates missing ones with `create`, else returns null. */
export function holderOf(document: Document, path: string[], create: boolean): Document | null {
  let holder: Document = document
  for (const [at, field] of path.entries()) {
    if (isList(holder) && !/^\d+$/.test(field)) {
      if (create) throw notViable(field, path[at - 1], holder)
      return null
    }
    if (at === path.length - 1) break
    if (holder[field] === undefined && create) setField(holder, field, {})
    const next: unknown = holder[field]
    if (!isContainer(next)) {
      if (create) throw notViable(path[at + 1] ?? '', field, next)
      return null
    }
    holder = next
  }
  return holder
}

export function setField(holder: Document, field: string, value: unknown): void {
  if (Array.isArray(holder)) while (holder.length < Number(field)) holder.push(null)
  holder[field] = value
}

/** Array.isArray without narrowing, because arrays are accessed by field name too. */
function isList(value: Document): boolean {
  return Array.isArray(value)
}

function isContainer(value: unknown): value is Document {
  return isObject(value) || Array.isArray(value)
}

function notViable(field: string, parent: string | undefined, value: unknown): CommandError {
  const message = `Cannot create field '${field}' in element {${parent}: ${JSON.stringify(value)}}`
  return new CommandError(28, 'PathNotViable', message)
}

function expand(document: Document, path: string[], context: PathContext): string[][] {
  const at = path.findIndex((part) => part.startsWith('$'))
  if (at === -1) return [path]
  const head = path.slice(0, at)
  const array = valueAt(document, head)
  if (!Array.isArray(array)) {
    throw badValue(`The path '${head.join('.')}' must exist in the document in order to apply array updates.`)
  }
  const chosen = positions(array, head.join('.'), path[at] ?? '', context)
  return chosen.flatMap((position) => expand(document, [...head, String(position), ...path.slice(at + 1)], context))
}

function positions(array: unknown[], path: string, part: string, { filter, arrayFilters }: PathContext): number[] {
  const all = [...array.keys()]
  if (part === '$[]') return all
  if (part === '$') return [firstMatch(array, path, filter)]

  const name = part.slice(2, -1)
  const wanted = arrayFilters.find((arrayFilter) => namesIn(arrayFilter).includes(name))
  if (!wanted) throw badValue(`No array filter found for identifier '${name}' in path '${path}.${part}'`)
  const matches = createMatcher(wanted)
  return all.filter((position) => matches({ [name]: array[position] }))
}

function namesIn(arrayFilter: Document): string[] {
  return Object.entries(arrayFilter).flatMap(([path, operand]) => {
    return path.startsWith('$') && Array.isArray(operand) ? operand.flatMap(namesIn) : [path.split('.')[0] ?? '']
  })
}

/** Returns the position of the first element that matches the filter's conditions on this array. */
function firstMatch(array: unknown[], path: string, filter: Document): number {
  const about = conditionsOf(filter).filter(
    (condition) => condition.path === path || condition.path.startsWith(`${path}.`),
  )
  if (about.length === 0) throw noPosition()
  const matches = createMatcher({
    $and: about.map(({ path, operator, operand }) => ({ [path]: { [operator]: operand } })),
  })
  const position = array.findIndex((element) => {
    const probe: Document = {}
    const parts = path.split('.')
    setField(holderOf(probe, parts, true) ?? probe, parts.at(-1) ?? path, [element])
    return matches(probe)
  })
  if (position === -1) throw noPosition()
  return position
}

function noPosition(): CommandError {
  return badValue('The positional operator did not find the match needed from the query.')
}
