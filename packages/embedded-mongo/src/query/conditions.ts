import type { Document } from 'bson'
import { isObject } from '../storage/key-encoding.ts'

export interface Condition {
  path: string
  operator: string
  operand: unknown
}

/** Returns the conditions that must all hold, including those inside `$and`; other top-level operators are left out. */
export function conditionsOf(filter: Document): Condition[] {
  return Object.entries(filter).flatMap(([path, operand]) => {
    if (path === '$and' && Array.isArray(operand)) return operand.flatMap(conditionsOf)
    if (path.startsWith('$')) return []
    if (!isObject(operand) || !hasOperators(operand)) {
      return [{ path, operator: operand instanceof RegExp ? '$regex' : '$eq', operand }]
    }
    return Object.entries(operand).map(([operator, value]) => ({ path, operator, operand: value }))
  })
}

const LOGICAL = new Set(['$and', '$or', '$nor'])

/** Returns the top-level fields that a filter reads; null if it may read any. */
export function fieldsOfFilter(filter: Document): Set<string> | null {
  const fields = new Set<string>()
  for (const [path, operand] of Object.entries(filter)) {
    if (!path.startsWith('$')) fields.add(topLevelOf(path))
    else if (!LOGICAL.has(path) || !Array.isArray(operand)) return null
    else if (!operand.every((part) => addFields(part, fields))) return null
  }
  return fields
}

function addFields(filter: unknown, fields: Set<string>): boolean {
  const inner = isObject(filter) ? fieldsOfFilter(filter) : null
  for (const field of inner ?? []) fields.add(field)
  return inner !== null
}

export function topLevelOf(path: string): string {
  const end = path.indexOf('.')
  return end === -1 ? path : path.slice(0, end)
}

export function hasOperators(value: unknown): boolean {
  return isObject(value) && Object.keys(value)[0]?.startsWith('$') === true
}
