import { afterEach, expect, test, vi } from 'vitest'
import { createUpstreamPool, type UpstreamPool } from './upstream-pool.ts'

const notReady = new Set<string>()
let pool: UpstreamPool
let probes = 0

async function setupPool(...addresses: string[]): Promise<UpstreamPool> {
  vi.useFakeTimers()
  probes = 0
  const probe = async (address: string) => {
    probes += 1
    return !notReady.has(address)
  }
  pool = createUpstreamPool(addresses, { host: 'here', probe })
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

test('requests stay on the own host while one of its processes is ready', async () => {
  const here = ['http://here:1', 'http://here:2']
  const others = ['http://b:1', 'http://c:1']
  await setupPool(...here, ...others)
  expect(take(4).sort()).toEqual([here[0], here[0], here[1], here[1]])

  pool.markDown('http://here:1')
  expect(take(2)).toEqual([here[1], here[1]])

  pool.markDown('http://here:2')
  expect(take(4).sort()).toEqual([others[0], others[0], others[1], others[1]])
})

test('a process that is marked down is skipped at once, and is used after a successful probe', async () => {
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

test('when no process is ready, all are used in turn', async () => {
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

const REST_MS = 20_000

/** Sets up a pool that rests after a time without requests, and counts probes from there. */
async function setupRestingPool(...addresses: string[]): Promise<void> {
  await setupPool(...addresses)
  await vi.advanceTimersByTimeAsync(3 * REST_MS)
  probes = 0
}

test('while nothing is requested, ready processes are probed rarely', async () => {
  await setupRestingPool('a', 'b')
  await vi.advanceTimersByTimeAsync(3 * REST_MS)
  expect(probes).toBe(3 * 2)
})

test('a request after a rest causes a probe at once, then two a second until requests end', async () => {
  await setupRestingPool('a')
  pool.next()
  await vi.advanceTimersByTimeAsync(0)
  expect(probes).toBe(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(probes).toBe(9)
  await vi.advanceTimersByTimeAsync(3 * REST_MS)
  expect(probes).toBeLessThanOrEqual(9 + 3 + 3)
})

test('requests do not add probes to the two a second', async () => {
  await setupRestingPool('a')
  for (let i = 0; i < 100; i++) {
    pool.next()
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(probes).toBeLessThanOrEqual(5)
})

test('a process that is not ready is probed twice a second, with or without requests', async () => {
  await setupRestingPool('a', 'b')
  notReady.add('a')
  await vi.advanceTimersByTimeAsync(REST_MS) // the pool knows it by then
  expect(pool.isReady('a')).toBe(false)
  probes = 0
  await vi.advanceTimersByTimeAsync(2_000)
  expect(probes).toBe(2 * 4)

  notReady.clear()
  await nextProbe()
  expect(pool.isReady('a')).toBe(true)
})

test('a process that failed after a rest is used within half a second of its return', async () => {
  await setupRestingPool('a', 'b')
  pool.markDown('a')
  expect(take(2)).toEqual(['b', 'b'])
  await nextProbe()
  expect(new Set(take(2))).toEqual(new Set(['a', 'b']))
})

test('a refresh notices changes during a rest, shares its probe, and does not count as a request', async () => {
  await setupRestingPool('a')
  notReady.add('a')
  await Promise.all([pool.refresh(), pool.refresh()])
  expect([probes, pool.isReady('a')]).toEqual([1, false])

  notReady.clear()
  await nextProbe()
  await vi.advanceTimersByTimeAsync(2 * REST_MS)
  probes = 0
  await pool.refresh()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(probes).toBeLessThanOrEqual(2)
})

test('a stopped pool has no timer, even if its last probe fails', async () => {
  await setupRestingPool('a')
  notReady.add('a')
  const refreshed = pool.refresh()
  pool.stop()
  await refreshed
  expect(vi.getTimerCount()).toBe(0)
})
