import { afterEach, expect, test, vi } from 'vitest'
import { createUpstreamPool, type UpstreamPool } from './upstream-pool.ts'

const away = new Set<string>()
let pool: UpstreamPool

async function poolOf(...addresses: string[]): Promise<UpstreamPool> {
  vi.useFakeTimers()
  pool = createUpstreamPool(addresses, async (address) => !away.has(address))
  await probed()
  return pool
}
const probed = () => vi.advanceTimersByTimeAsync(500)
const turns = (count: number) => Array.from({ length: count }, () => pool.next())

afterEach(() => {
  pool.stop()
  away.clear()
  vi.useRealTimers()
})

test('each process has its turn', async () => {
  await poolOf('a', 'b', 'c')
  expect(turns(6).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c'])
})

test('what cannot be reached is left out at once, and is back when it answers its probe', async () => {
  await poolOf('a', 'b')
  away.add('a')
  pool.markDown('a')
  expect(turns(3)).toEqual(['b', 'b', 'b'])
  await probed()
  expect(pool.isReady('a')).toBe(false)

  away.clear()
  await probed()
  expect(new Set(turns(2))).toEqual(new Set(['a', 'b']))
})

test('a process that says it is not ready gets nothing more, before it is gone', async () => {
  await poolOf('a', 'b')
  away.add('b')
  await probed()
  expect(turns(3)).toEqual(['a', 'a', 'a'])
})

test('when nobody seems to be there, all are tried in turn', async () => {
  away.add('a').add('b')
  await poolOf('a', 'b')
  expect(turns(4).sort()).toEqual(['a', 'a', 'b', 'b'])
})

test('alternatives of one that fails come the others, those that are ready first', async () => {
  away.add('b')
  await poolOf('a', 'b', 'c')
  expect(pool.alternatives('a')).toEqual(['c', 'b'])
})

test('one process has every turn, and there is nobody alternatives', async () => {
  await poolOf('a')
  expect(turns(2)).toEqual(['a', 'a'])
  expect(pool.alternatives('a')).toEqual([])
})
