import { BSON, type Document } from 'bson'
import { badValue } from '../errors.ts'
import { type Bound, boundsOf, descending, mergeRanges, type Range } from '../storage/bounds.ts'
import { type Index, UNCUT_KEY_BYTES } from '../storage/index-keys.ts'
import { inverted } from '../storage/key-encoding.ts'
import { type Condition, conditionsOf } from './conditions.ts'
import { createMatcher } from './matcher.ts'

export interface Scan {
  index: Index
  ranges: Range[]
  isReverse: boolean
  /** Length of each range's own prefix: the entries are merged by what follows. Absent: range after range. */
  prefixLengths?: number[]
}

export interface Plan {
  scans: Scan[]
  isSorted: boolean
  /** Every document is read, without bounds, order or hint. */
  isFullScan: boolean
}

export interface PlanRequest {
  filter: Document
  sort?: Document
  hint?: string | Document
}

type Sort = Record<string, 1 | -1>
const EVERYTHING: Range = {
  low: { bytes: Buffer.alloc(0), isAfter: false },
  high: { bytes: Buffer.alloc(0), isAfter: true },
}
const MAX_POINTS = 10_000
/** MongoDB's limit: more ranges are read one after another, and sorted. */
const MAX_MERGED = 200

/** Chooses the best index: equalities count most, then the requested order, then a range. */
export function plan(indexes: Index[], { filter, sort = {}, hint }: PlanRequest): Plan {
  const branches = branchesOf(filter)
  const usable = hinted(indexes, hint)
  const best = bestScan(usable, branches, sort)
  if (best.bounded === 0 && branches.length > 1) {
    const each = branches.map((branch) => bestScan(usable, [branch], {}))
    if (each.every(({ bounded }) => bounded > 0))
      return { scans: each.map(({ scan }) => scan), isSorted: noOrder(sort), isFullScan: false }
  }
  return { scans: [best.scan], isSorted: best.isSorted, isFullScan: best.score === 0 && hint === undefined }
}

/** Returns one list of conditions per alternative of `$or`, each with the shared conditions first. */
function branchesOf(filter: Document): Condition[][] {
  const shared = conditionsOf(filter)
  const alternatives: unknown = filter.$or
  if (!Array.isArray(alternatives)) return [shared]
  return alternatives.map((alternative: Document) => [...shared, ...conditionsOf(alternative)])
}

function hinted(indexes: Index[], hint: string | Document | undefined): Index[] {
  if (hint === undefined) return indexes.filter(({ isReady }) => isReady)
  const pattern = JSON.stringify(hint)
  const chosen = indexes.filter(({ name, key }) => name === hint || JSON.stringify(key) === pattern)
  if (chosen.length === 0) throw badValue('hint provided does not correspond to an existing index')
  return chosen
}

function bestScan(indexes: Index[], branches: Condition[][], sort: Document) {
  const candidates = indexes.map((index) => candidate(index, branches, sort))
  const usable = candidates.filter(({ isComplete }) => isComplete)
  return usable.reduce((best, next) => (next.score > best.score ? next : best), usable[0] ?? noIndex())
}

function noIndex(): never {
  throw badValue('the hinted index leaves out documents that the filter could match')
}

function candidate(index: Index, branches: Condition[][], sort: Document) {
  const parts = branches.map((branch) => rangesIn(index, branch))
  const fixed = new Set(parts[0]?.fixed.filter((path) => parts.every((part) => samePoint(part, parts[0], path))))
  const order = directionOf(index, sort, fixed)
  const bounded = Math.min(...parts.map((part) => part.bounded))
  const merged = order === null ? mergedScan(index, rangesIn(index, commonTo(branches)), sort) : null
  const ranges = mergeRanges(parts.flatMap((part) => part.ranges))
  const scan: Scan = merged ?? { index, ranges, isReverse: order === -1 }
  const isSorted = order !== null || merged !== null
  return {
    scan,
    isSorted,
    isComplete: branches.every((branch) => isComplete(index, branch)),
    bounded,
    score: bounded + (!isSorted || noOrder(sort) ? 0 : 2),
  }
}

/** The conditions outside of `$or`: a merged scan goes by them alone. */
function commonTo(branches: Condition[][]): Condition[] {
  return (branches[0] ?? []).filter((condition) => branches.every((branch) => branch.includes(condition)))
}

/** Merges several points before the paths of the order. The entries of each point are in order, so that a merge keeps it. */
function mergedScan(index: Index, part: IndexPart, sort: Document): Scan | null {
  if (part.ranges.length < 2 || part.ranges.length > MAX_MERGED) return null
  const { ranges, prefixLengths, pointPaths, fixed } = part
  const isVarying = Object.keys(sort).some((path) => pointPaths.includes(path) && !fixed.includes(path))
  if (isVarying || prefixLengths.some((length) => length > UNCUT_KEY_BYTES)) return null
  const order = directionOf(index, sort, new Set(pointPaths))
  return order === null ? null : { index, ranges, isReverse: order === -1, prefixLengths }
}

interface IndexPart {
  /** One range per prefix, in no order. */
  ranges: Range[]
  prefixLengths: number[]
  /** Leading paths with one or several values. */
  pointPaths: string[]
  /** Leading paths with a single value, which do not affect the order. */
  fixed: string[]
  points: Map<string, Buffer>
  bounded: number
}

function rangesIn(index: Index, conditions: Condition[]): IndexPart {
  const part: IndexPart = { ranges: [], prefixLengths: [], pointPaths: [], fixed: [], points: new Map(), bounded: 0 }
  let prefixes = [Buffer.alloc(0)]
  for (const [path, direction] of Object.entries(index.key)) {
    const own = conditions.filter((condition) => condition.path === path)
    const bounds = boundsOf(own, index.multikey.includes(path))
    if (!bounds) break
    if ('range' in bounds) {
      const range = direction === 1 ? bounds.range : descending(bounds.range)
      part.bounded += 1
      return withRanges(part, prefixes, range)
    }
    const points = bounds.points.map((point) => (direction === 1 ? point : inverted(point)))
    if (prefixes.length * points.length > MAX_POINTS) break
    prefixes = prefixes.flatMap((prefix) => points.map((point) => Buffer.concat([prefix, point])))
    part.bounded += 4
    part.pointPaths.push(path)
    if (points[0] && points.length === 1) part.fixed.push(path)
    if (points[0]) part.points.set(path, points[0])
  }
  return withRanges(part, prefixes, EVERYTHING)
}

function withRanges(part: IndexPart, prefixes: Buffer[], range: Range): IndexPart {
  const ranges = prefixes.map((prefix) => withPrefix(prefix, range))
  return { ...part, ranges, prefixLengths: prefixes.map(({ length }) => length) }
}

/** Truncates long bounds, because long keys are truncated: they then include all keys with the same start. */
function withPrefix(prefix: Buffer, { low, high }: Range): Range {
  function boundAt({ bytes, isAfter }: Bound, isAfterIfCut: boolean): Bound {
    const whole = Buffer.concat([prefix, bytes])
    if (whole.length <= UNCUT_KEY_BYTES) return { bytes: whole, isAfter }
    return { bytes: whole.subarray(0, UNCUT_KEY_BYTES), isAfter: isAfterIfCut }
  }
  return { low: boundAt(low, false), high: boundAt(high, true) }
}

function samePoint(part: IndexPart, first: IndexPart | undefined, path: string): boolean {
  const [a, b] = [part.points.get(path), first?.points.get(path)]
  return part.fixed.includes(path) && a !== undefined && b !== undefined && a.equals(b)
}

/** Returns 1 or -1 if the index yields the order forward or backward, else null. */
function directionOf(index: Index, sort: Document, fixed: Set<string>): 1 | -1 | null {
  const wanted = Object.entries(sort as Sort).filter(([path]) => !fixed.has(path))
  const offered = Object.entries(index.key).filter(([path]) => !fixed.has(path))
  const factor = wanted[0]?.[1] === offered[0]?.[1] ? 1 : -1
  if (wanted.length === 0) return 1
  if (index.hasLongKeys || wanted.some(([path]) => index.multikey.includes(path))) return null
  const agrees = wanted.every(
    ([path, direction], at) => offered[at]?.[0] === path && offered[at][1] * factor === direction,
  )
  return agrees ? factor : null
}

/** Checks that the filter cannot match a document that a sparse or partial index leaves out. */
function isComplete(index: Index, conditions: Condition[]): boolean {
  if (index.partialFilterExpression)
    return conditionsOf(index.partialFilterExpression).every((part) => implied(part, conditions))
  if (!index.sparse) return true
  return Object.keys(index.key).some((path) => implied({ path, operator: '$exists', operand: true }, conditions))
}

function implied(wanted: Condition, conditions: Condition[]): boolean {
  return conditions.some(({ path, operator, operand }) => {
    if (path !== wanted.path) return false
    if (isSame({ operator, operand }, { operator: wanted.operator, operand: wanted.operand })) return true
    if (operator === '$eq' && operand !== null)
      return createMatcher({ v: { [wanted.operator]: wanted.operand } })({ v: operand })
    if (wanted.operator === '$gt' && (operator === '$gt' || operator === '$gte')) {
      const outside = operator === '$gt' ? '$gte' : '$gt' // a bound that is itself excluded may be the wanted one
      return operand !== null && createMatcher({ v: { [outside]: wanted.operand } })({ v: operand })
    }
    const needsValue =
      /^\$(gt|lt)e?$/.test(operator) || (operator === '$in' && Array.isArray(operand) && !operand.includes(null))
    return needsValue && operand !== null && wanted.operator === '$exists' && wanted.operand === true
  })
}

function isSame(a: Document, b: Document): boolean {
  return Buffer.compare(BSON.serialize(a), BSON.serialize(b)) === 0
}

function noOrder(sort: Document): boolean {
  return Object.keys(sort).length === 0
}
