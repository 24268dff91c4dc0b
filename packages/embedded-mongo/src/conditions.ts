import type { Document } from 'bson'
import { isObject } from './key-encoding.ts'

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

export function hasOperators(value: unknown): boolean {
  return isObject(value) && Object.keys(value)[0]?.startsWith('$') === true
}
