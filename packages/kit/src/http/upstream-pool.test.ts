import { afterEach, expect, test, vi } from 'vitest'
import { createUpstreamPool, type UpstreamPool } from './upstream-pool.ts'

const notReady = new Set<string>()
let pool: UpstreamPool

async function setupPool(...addresses: string[]): Promise<UpstreamPool> {
  vi.useFakeTimers()
  pool = createUpstreamPool(addresses, async (address) => !notReady.has(address))
  await nextProbe()
  return pool
}
const nextProbe = () => vi.advanceTimersByTimeAsync(500)
const take = (count: number) => Array.from({ length: count }, () => pool.next())

afterEach(() => {
  pool.stop()
  notReady.clear()
  vi.useRealTimers()
})

test('requests are distributed evenly over ready processes', async () => {
  await setupPool('a', 'b', 'c')
  expect(take(6).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
})

test('a process that is marked down is skipped at once, and used again after its probe succeeds', async () => {
  await setupPool('a', 'b')
  notReady.add('a')
  pool.markDown('a')
  expect(take(3)).toEqual(['b', 'b', 'b'])
  await nextProbe()
  expect(pool.isReady('a')).toBe(false)

  notReady.clear()
  await nextProbe()
  expect(new Set(take(2))).toEqual(new Set(['a', 'b']))
})

test('a process that reports not ready gets no more requests', async () => {
  await setupPool('a', 'b')
  notReady.add('b')
  await nextProbe()
  expect(take(3)).toEqual(['a', 'a', 'a'])
})

test('without a ready process all are used in turn', async () => {
  notReady.add('a').add('b')
  await setupPool('a', 'b')
  expect(take(4).sort()).toEqual(['a', 'a', 'b', 'b'])
})

test('the alternatives of a process are the others, ready ones first', async () => {
  notReady.add('b')
  await setupPool('a', 'b', 'c')
  expect(pool.alternatives('a')).toEqual(['c', 'b'])
})

test('a single process gets every request and has no alternatives', async () => {
  await setupPool('a')
  expect(take(2)).toEqual(['a', 'a'])
  expect(pool.alternatives('a')).toEqual([])
})
