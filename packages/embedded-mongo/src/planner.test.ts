import { expect, test } from 'vitest'
import { boundKey } from './bounds.ts'
import type { Index } from './index-keys.ts'
import { encodeValue, inverted } from './key-encoding.ts'
import { type PlanRequest, plan } from './planner.ts'

const byId = index('_id_', { _id: 1 })

function index(name: string, key: Index['key'], more: Partial<Index> = {}): Index {
  return { id: 1, name, key, multikey: [], hasLongKeys: false, isReady: true, ...more }
}

/** A plan in words: per scan its index, direction and the number of its ranges. */
function planned(indexes: Index[], request: PlanRequest): string {
  const { scans, isSorted, isFullScan } = plan([byId, ...indexes], request)
  const words = scans.map((scan) => `${scan.index.name}${scan.isReverse ? ' backward' : ''} x${scan.ranges.length}`)
  return `${words.join(' + ')}${isFullScan ? ', all' : ''}${isSorted ? '' : ', then sort'}`
}

/** Which of these keys the plan's ranges let in. */
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

test('an _id is looked up by itself, a list of them one by one', () => {
  expect(planned([], { filter: { _id: 5 } })).toBe('_id_ x1')
  expect(planned([], { filter: { _id: { $in: [5, 6, 7] } } })).toBe('_id_ x3')
  expect(planned([], { filter: { _id: { $in: [] } } })).toBe('_id_ x0')
  expect(planned([], { filter: { name: 'x' } })).toBe('_id_ x1, all')
})

test('the index with more equal fields wins, then the one that sorts, then the one with a range', () => {
  const a = index('a', { a: 1 })
  const ab = index('ab', { a: 1, b: -1 })
  const c = index('c', { c: 1 })

  expect(planned([a, ab, c], { filter: { a: 1, b: 2 } })).toBe('ab x1')
  expect(planned([a, ab, c], { filter: { a: 1 }, sort: { b: -1 } })).toBe('ab x1')
  expect(planned([a, ab, c], { filter: { a: 1 }, sort: { b: 1 } })).toBe('ab backward x1')
  expect(planned([a, ab, c], { filter: { a: { $gt: 1 } }, sort: { c: 1 } })).toBe('c x1')
  expect(planned([a, ab, c], { filter: { a: 1 }, sort: { c: 1 } })).toBe('a x1, then sort')
  expect(planned([a], { filter: {}, sort: { z: 1 } })).toBe('_id_ x1, all, then sort')
})

test('an order is served only as the index has it, forward or backward', () => {
  const ab = index('ab', { a: 1, b: -1 })

  expect(planned([ab], { filter: {}, sort: { a: 1, b: -1 } })).toBe('ab x1')
  expect(planned([ab], { filter: {}, sort: { a: -1, b: 1 } })).toBe('ab backward x1')
  expect(planned([ab], { filter: {}, sort: { a: 1, b: 1 } })).toBe('_id_ x1, all, then sort')
  expect(planned([ab], { filter: { a: { $in: [1, 2] } }, sort: { b: -1 } })).toBe('ab x2, then sort')
  expect(planned([ab], { filter: { a: { $in: [1, 2] } }, sort: { a: 1, b: -1 } })).toBe('ab x2')
  expect(planned([ab], { filter: { a: 3 }, sort: { a: 1, b: -1 } })).toBe('ab x1')
})

test('a page after a cursor written as $or is read in index order, from where it stands', () => {
  const feed = index('feed', { at: -1, _id: -1 })
  const filter = { $or: [{ at: { $lt: 50 } }, { at: 50, _id: { $lt: 7 } }] }
  const key = (at: number, id: number) => Buffer.concat([inverted(encodeValue(at)), inverted(encodeValue(id))])

  expect(planned([feed], { filter, sort: { at: -1, _id: -1 } })).toBe('feed x2')
  expect(admitted([feed], { filter }, [key(51, 1), key(50, 8), key(50, 7), key(50, 6), key(49, 9)])).toEqual([3, 4])
})

test('alternatives on different indexes are read one after the other', () => {
  const [a, b] = [index('a', { a: 1 }), index('b', { b: 1 })]

  expect(planned([a, b], { filter: { $or: [{ a: 1 }, { b: 2 }] } })).toBe('a x1 + b x1')
  expect(planned([a, b], { filter: { $or: [{ a: 1 }, { c: 2 }] } })).toBe('_id_ x1, all')
  expect(planned([a, b], { filter: { a: 1, $or: [{ b: 1 }, { c: 2 }] } })).toBe('a x1')
})

test('ranges keep to the type of their bound and to their sides', () => {
  const n = index('n', { n: 1 })
  const keys = [null, 1, 2, 3, 'text', new Date(2)].map(encodeValue)

  expect(admitted([n], { filter: { n: { $gt: 1 } } }, keys)).toEqual([2, 3])
  expect(admitted([n], { filter: { n: { $gte: 1, $lt: 3 } } }, keys)).toEqual([1, 2])
  expect(admitted([n], { filter: { n: { $lte: 2 } } }, keys)).toEqual([1, 2])
  expect(admitted([n], { filter: { n: { $gte: new Date(0) } } }, keys)).toEqual([5])
  expect(admitted([n], { filter: { n: { $gt: 2, $lt: 1 } } }, keys)).toEqual([])
  expect(admitted([index('d', { n: -1 })], { filter: { n: { $gt: 1 } } }, keys.map(inverted))).toEqual([2, 3])
})

test('of an array only one side of a range bounds the scan, and its order is not the documents order', () => {
  const tags = index('tags', { tag: 1, at: -1 }, { multikey: ['tag'] })

  expect(admitted([tags], { filter: { tag: { $gt: 2, $lt: 4 } } }, [1, 3, 5].map(encodeValue))).toEqual([1, 2])
  expect(planned([tags], { filter: { tag: 'x' }, sort: { at: -1 } })).toBe('tags x1')
  expect(planned([tags], { filter: {}, sort: { tag: 1 } })).toBe('_id_ x1, all, then sort')
})

test('a partial index is used only where the filter says what the index says', () => {
  const active = index('active', { slot: 1 }, { partialFilterExpression: { active: true } })
  const pending = index('pending', { 'outbox.at': 1 }, { partialFilterExpression: { 'outbox.0': { $exists: true } } })
  const named = index('named', { name: 1 }, { partialFilterExpression: { name: { $type: 'string' } } })

  expect(planned([active], { filter: { slot: 1, active: true } })).toBe('active x1')
  expect(planned([active], { filter: { slot: 1 } })).toBe('_id_ x1, all')
  expect(planned([pending], { filter: { 'outbox.at': { $lt: 5 }, 'outbox.0': { $exists: true } } })).toBe('pending x1')
  expect(planned([pending], { filter: { 'outbox.at': { $lt: 5 } } })).toBe('_id_ x1, all')
  expect(planned([named], { filter: { name: 'x' } })).toBe('named x1')
  expect(planned([named], { filter: { name: 5 } })).toBe('_id_ x1, all')
})

test('a sparse index is not used for what may be missing', () => {
  const mail = index('mail', { mail: 1 }, { sparse: true })

  expect(planned([mail], { filter: { mail: 'a' } })).toBe('mail x1')
  expect(planned([mail], { filter: { mail: null } })).toBe('_id_ x1, all')
  expect(planned([mail], { filter: { mail: { $in: ['a', null] } } })).toBe('_id_ x1, all')
  expect(planned([mail], { filter: {}, sort: { mail: 1 } })).toBe('_id_ x1, all, then sort')
})

test('an index still being built is not read, a hinted one is, an unknown one is refused', () => {
  const building = index('building', { a: 1 }, { isReady: false })

  expect(planned([building], { filter: { a: 1 } })).toBe('_id_ x1, all')
  expect(planned([index('a', { a: 1 })], { filter: {}, hint: 'a' })).toBe('a x1')
  expect(planned([index('a', { a: 1 })], { filter: {}, hint: { a: 1 } })).toBe('a x1')
  expect(() => planned([], { filter: {}, hint: 'b' })).toThrow('hint provided does not correspond to an existing index')
})
