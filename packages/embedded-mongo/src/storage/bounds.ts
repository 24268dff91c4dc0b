import type { Condition } from '../query/conditions.ts'
import { afterPrefix, encodeValue, inverted, isObject } from './key-encoding.ts'

export interface Bound {
  bytes: Buffer
  isAfter: boolean
}

export interface Range {
  low: Bound
  high: Bound
}

/** The values that conditions allow for one path: some points, or one range. */
export type PathBounds = { points: Buffer[] } | { range: Range }

const RANGE_OPERATORS = new Set(['$gt', '$gte', '$lt', '$lte'])

/** Bounds never exclude a matching document; they may include others, so the filter is still evaluated. */
export function boundsOf(conditions: Condition[], isMultikey: boolean): PathBounds | undefined {
  for (const condition of conditions) {
    const values = equalValues(condition)
    // inside an array of documents, a document without the field has no entry of its own
    const isUnsure = isMultikey && condition.path.includes('.') && values?.includes(null)
    if (values && !isUnsure) return { points: distinct(values.map(encodeValue)) }
  }
  const limits = conditions.filter(({ operator, operand }) => RANGE_OPERATORS.has(operator) && isScalar(operand))
  const [first] = limits
  if (!first) return undefined

  const type = encodeValue(first.operand).subarray(0, 1)
  const range = { low: { bytes: type, isAfter: false }, high: { bytes: type, isAfter: true } }
  // one array element may satisfy $gt and another $lt, so only one of them can bound the scan
  for (const { operator, operand } of isMultikey ? [first] : limits) {
    const bytes = encodeValue(operand)
    if (bytes[0] !== type[0]) continue
    if (operator.startsWith('$g')) range.low = { bytes, isAfter: operator === '$gt' }
    else range.high = { bytes, isAfter: operator === '$lte' }
  }
  return { range }
}

export function descending({ low, high }: Range): Range {
  return { low: flipped(high), high: flipped(low) }
}

export function boundKey(prefix: Buffer, { bytes, isAfter }: Bound): Buffer {
  const key = Buffer.concat([prefix, bytes])
  return isAfter ? afterPrefix(key) : key
}

/** Returns ranges in key order without overlaps, so that no entry is read twice. */
export function mergeRanges(ranges: Range[]): Range[] {
  const sorted = [...ranges].sort((a, b) => compareBounds(a.low, b.low))
  const merged: Range[] = []
  for (const range of sorted) {
    const last = merged.at(-1)
    if (!last || compareBounds(range.low, last.high) > 0) merged.push({ ...range })
    else if (compareBounds(range.high, last.high) > 0) last.high = range.high
  }
  return merged
}

function distinct(points: Buffer[]): Buffer[] {
  return [...new Map(points.map((point) => [point.toString('latin1'), point])).values()]
}

function equalValues({ operator, operand }: Condition): unknown[] | undefined {
  if (operator === '$eq' && isPoint(operand)) return [operand]
  if (operator === '$in' && Array.isArray(operand) && operand.every(isPoint)) return operand
  if (operator === '$all' && Array.isArray(operand) && isScalar(operand[0])) return [operand[0]]
  return undefined
}

/** Arrays are indexed by element, and a pattern is not a value. */
function isPoint(value: unknown): boolean {
  return !Array.isArray(value) && !(value instanceof RegExp) && value !== undefined
}

function isScalar(value: unknown): boolean {
  return isPoint(value) && !isObject(value)
}

function flipped({ bytes, isAfter }: Bound): Bound {
  return { bytes: inverted(bytes), isAfter: !isAfter }
}

const ROOT = Buffer.from([0]) // afterPrefix needs a non-empty prefix

function compareBounds(a: Bound, b: Bound): number {
  return Buffer.compare(boundKey(ROOT, a), boundKey(ROOT, b))
}
