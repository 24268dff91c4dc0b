import { expect, test } from 'vitest'
import { boundKey } from '../storage/bounds.ts'
import type { Index } from '../storage/index-keys.ts'
import { encodeValue, inverted } from '../storage/key-encoding.ts'
import { type PlanRequest, plan } from './planner.ts'

const byId = index('_id_', { _id: 1 })

function index(name: string, key: Index['key'], more: Partial<Index> = {}): Index {
  return { id: 1, name, key, multikey: [], hasLongKeys: false, isReady: true, ...more }
}

/** Describes a plan: per scan its index, direction and number of ranges. */
function describePlan(indexes: Index[], request: PlanRequest): string {
  const { scans, isSorted, isFullScan } = plan([byId, ...indexes], request)
  const words = scans.map(({ index, isReverse, ranges, prefixLengths }) => {
    const manner = `${prefixLengths ? ' merged' : ''}${isReverse ? ' backward' : ''}`
    return `${index.name}${manner} x${ranges.length}`
  })
  return `${words.join(' + ')}${isFullScan ? ', all' : ''}${isSorted ? '' : ', then sort'}`
}

/** Returns the positions of the keys inside the plan's ranges. */
function admitted(indexes: Index[], request: PlanRequest, keys: Buffer[]): number[] {
  const root = Buffer.from([7])
  const ranges = plan([byId, ...indexes], request).scans.flatMap((scan) => scan.ranges)
  return [...keys.keys()].filter((at) => {
    const key = Buffer.concat([root, keys[at] ?? root, Buffer.from('document')])
    return ranges.some(
      ({ low, high }) => Buffer.compare(boundKey(root, low), key) <= 0 && Buffer.compare(key, boundKey(root, high)) < 0,
    )
  })
}

test('a filter on _id becomes one point per value', () => {
  expect(describePlan([], { filter: { _id: 5 } })).toBe('_id_ x1')
  expect(describePlan([], { filter: { _id: { $in: [5, 6, 7] } } })).toBe('_id_ x3')
  expect(describePlan([], { filter: { _id: { $in: [] } } })).toBe('_id_ x0')
  expect(describePlan([], { filter: { name: 'x' } })).toBe('_id_ x1, all')
})

test('the planner prefers more equalities in an index, then its order, then a range', () => {
  const a = index('a', { a: 1 })
  const ab = index('ab', { a: 1, b: -1 })
  const c = index('c', { c: 1 })

  expect(describePlan([a, ab, c], { filter: { a: 1, b: 2 } })).toBe('ab x1')
  expect(describePlan([a, ab, c], { filter: { a: 1 }, sort: { b: -1 } })).toBe('ab x1')
  expect(describePlan([a, ab, c], { filter: { a: 1 }, sort: { b: 1 } })).toBe('ab backward x1')
  expect(describePlan([a, ab, c], { filter: { a: { $gt: 1 } }, sort: { c: 1 } })).toBe('c x1')
  expect(describePlan([a, ab, c], { filter: { a: 1 }, sort: { c: 1 } })).toBe('a x1, then sort')
  expect(describePlan([a], { filter: {}, sort: { z: 1 } })).toBe('_id_ x1, all, then sort')
})

test('an index serves its own order, forward or backward, and no other', () => {
  const ab = index('ab', { a: 1, b: -1 })

  expect(describePlan([ab], { filter: {}, sort: { a: 1, b: -1 } })).toBe('ab x1')
  expect(describePlan([ab], { filter: {}, sort: { a: -1, b: 1 } })).toBe('ab backward x1')
  expect(describePlan([ab], { filter: {}, sort: { a: 1, b: 1 } })).toBe('_id_ x1, all, then sort')
  expect(describePlan([ab], { filter: { a: { $in: [1, 2] } }, sort: { a: 1, b: -1 } })).toBe('ab x2')
  expect(describePlan([ab], { filter: { a: 3 }, sort: { a: 1, b: -1 } })).toBe('ab x1')
})

test('several values before the order are merged into it, up to the number that MongoDB merges', () => {
  const abc = index('abc', { a: 1, b: 1, c: -1 })
  const tags = index('tags', { tag: 1, c: -1 }, { multikey: ['tag'] })
  const values = (count: number) => ({ $in: Array.from({ length: count }, (_, i) => i) })

  expect(describePlan([abc], { filter: { a: values(3), b: values(2) }, sort: { c: -1 } })).toBe('abc merged x6')
  expect(describePlan([abc], { filter: { a: values(3), b: 1, c: { $lt: 5 } }, sort: { c: 1 } })).toBe(
    'abc merged backward x3',
  )
  expect(describePlan([abc], { filter: { a: values(3), b: 1 }, sort: { b: 1, c: -1 } })).toBe('abc merged x3')
  const cursor = { c: { $lte: 5 }, $or: [{ c: { $lt: 5 } }, { _id: { $lt: 7 } }] }
  expect(describePlan([abc], { filter: { a: values(3), b: 1, ...cursor }, sort: { c: -1 } })).toBe('abc merged x3')
  expect(describePlan([tags], { filter: { tag: { $in: ['x', null] } }, sort: { c: -1 } })).toBe('tags merged x2')
  expect(describePlan([abc], { filter: { a: values(20), b: values(10) }, sort: { c: -1 } })).toBe('abc merged x200')
  expect(describePlan([abc], { filter: { a: values(201), b: 1 }, sort: { c: -1 } })).toBe('abc x201, then sort')
  expect(describePlan([abc], { filter: { a: values(2), b: values(2) }, sort: { a: 1, c: -1 } })).toBe(
    'abc x4, then sort',
  )
  expect(describePlan([abc], { filter: { a: { $in: [1, 1] }, b: 1 }, sort: { c: -1 } })).toBe('abc x1')
})

test('null is a point of an array field, but not of a field inside an array', () => {
  const tags = index('tags', { tag: 1 }, { multikey: ['tag'] })
  const inside = index('inside', { 'items.k': 1 }, { multikey: ['items.k'] })

  expect(describePlan([tags], { filter: { tag: { $in: ['x', null] } } })).toBe('tags x2')
  expect(describePlan([inside], { filter: { 'items.k': null } })).toBe('_id_ x1, all')
})

test('a page cursor written as $or is read in index order from its position', () => {
  const feed = index('feed', { at: -1, _id: -1 })
  const filter = { $or: [{ at: { $lt: 50 } }, { at: 50, _id: { $lt: 7 } }] }
  const key = (at: number, id: number) => Buffer.concat([inverted(encodeValue(at)), inverted(encodeValue(id))])

  expect(describePlan([feed], { filter, sort: { at: -1, _id: -1 } })).toBe('feed x2')
  expect(admitted([feed], { filter }, [key(51, 1), key(50, 8), key(50, 7), key(50, 6), key(49, 9)])).toEqual([3, 4])
})

test('alternatives of $or on different indexes are read one after another', () => {
  const [a, b] = [index('a', { a: 1 }), index('b', { b: 1 })]

  expect(describePlan([a, b], { filter: { $or: [{ a: 1 }, { b: 2 }] } })).toBe('a x1 + b x1')
  expect(describePlan([a, b], { filter: { $or: [{ a: 1 }, { c: 2 }] } })).toBe('_id_ x1, all')
  expect(describePlan([a, b], { filter: { a: 1, $or: [{ b: 1 }, { c: 2 }] } })).toBe('a x1')
})

test('a range includes only values of the type of its bound', () => {
  const n = index('n', { n: 1 })
  const keys = [null, 1, 2, 3, 'text', new Date(2)].map(encodeValue)

  expect(admitted([n], { filter: { n: { $gt: 1 } } }, keys)).toEqual([2, 3])
  expect(admitted([n], { filter: { n: { $gte: 1, $lt: 3 } } }, keys)).toEqual([1, 2])
  expect(admitted([n], { filter: { n: { $lte: 2 } } }, keys)).toEqual([1, 2])
  expect(admitted([n], { filter: { n: { $gte: new Date(0) } } }, keys)).toEqual([5])
  expect(admitted([n], { filter: { n: { $gt: 2, $lt: 1 } } }, keys)).toEqual([])
  expect(admitted([index('d', { n: -1 })], { filter: { n: { $gt: 1 } } }, keys.map(inverted))).toEqual([2, 3])
})

test('on an array field only one side of a range bounds the scan, and the index does not sort', () => {
  const tags = index('tags', { tag: 1, at: -1 }, { multikey: ['tag'] })

  expect(admitted([tags], { filter: { tag: { $gt: 2, $lt: 4 } } }, [1, 3, 5].map(encodeValue))).toEqual([1, 2])
  expect(describePlan([tags], { filter: { tag: 'x' }, sort: { at: -1 } })).toBe('tags x1')
  expect(describePlan([tags], { filter: {}, sort: { tag: 1 } })).toBe('_id_ x1, all, then sort')
})

test('a partial index is used only if the filter implies its expression', () => {
  const active = index('active', { slot: 1 }, { partialFilterExpression: { active: true } })
  const pending = index('pending', { 'outbox.at': 1 }, { partialFilterExpression: { 'outbox.0': { $exists: true } } })
  const named = index('named', { name: 1 }, { partialFilterExpression: { name: { $type: 'string' } } })

  expect(describePlan([active], { filter: { slot: 1, active: true } })).toBe('active x1')
  expect(describePlan([active], { filter: { slot: 1 } })).toBe('_id_ x1, all')
  expect(describePlan([pending], { filter: { 'outbox.at': { $lt: 5 }, 'outbox.0': { $exists: true } } })).toBe(
    'pending x1',
  )
  expect(describePlan([pending], { filter: { 'outbox.at': { $lt: 5 } } })).toBe('_id_ x1, all')
  expect(describePlan([named], { filter: { name: 'x' } })).toBe('named x1')
  expect(describePlan([named], { filter: { name: 5 } })).toBe('_id_ x1, all')

  const since = index('since', { at: 1 }, { partialFilterExpression: { at: { $gt: 10 } } })
  expect(describePlan([since], { filter: { at: { $gt: 10 } } })).toBe('since x1')
  expect(describePlan([since], { filter: { at: { $gt: 11 } } })).toBe('since x1')
  expect(describePlan([since], { filter: { at: { $gte: 11 } } })).toBe('since x1')
  expect(describePlan([since], { filter: { at: 12 } })).toBe('since x1')
  expect(describePlan([since], { filter: { at: { $gte: 10 } } })).toBe('_id_ x1, all')
  expect(describePlan([since], { filter: { at: { $gt: 9 } } })).toBe('_id_ x1, all')
  expect(describePlan([since], { filter: { at: { $gt: 'text' } } })).toBe('_id_ x1, all')
  expect(describePlan([since], { filter: { at: { $lt: 20 } } })).toBe('_id_ x1, all')
})

test('a sparse index is not used if the field may be missing', () => {
  const mail = index('mail', { mail: 1 }, { sparse: true })

  expect(describePlan([mail], { filter: { mail: 'a' } })).toBe('mail x1')
  expect(describePlan([mail], { filter: { mail: null } })).toBe('_id_ x1, all')
  expect(describePlan([mail], { filter: { mail: { $in: ['a', null] } } })).toBe('_id_ x1, all')
  expect(describePlan([mail], { filter: {}, sort: { mail: 1 } })).toBe('_id_ x1, all, then sort')
})

test('an index being built is not used, a hinted index is, and an unknown hint is rejected', () => {
  const building = index('building', { a: 1 }, { isReady: false })

  expect(describePlan([building], { filter: { a: 1 } })).toBe('_id_ x1, all')
  expect(describePlan([index('a', { a: 1 })], { filter: {}, hint: 'a' })).toBe('a x1')
  expect(describePlan([index('a', { a: 1 })], { filter: {}, hint: { a: 1 } })).toBe('a x1')
  expect(() => describePlan([], { filter: {}, hint: 'b' })).toThrow(
    'hint provided does not correspond to an existing index',
  )
})
