import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type BatchItem, createKeyedBatcher } from './keyed-batcher.ts'

/** Each batch waits until the test ends it with a function. */
function setUp() {
  const batches: string[][] = []
  const endings: ((end: (batch: BatchItem<string, string>[]) => void) => void)[] = []
  const enqueue = createKeyedBatcher<string, string>((batch) => {
    batches.push(batch.map(({ item }) => item))
    return new Promise((resolve, reject) => {
      endings.push((end) => {
        try {
          end(batch)
          resolve()
        } catch (error) {
          reject(error)
        }
      })
    })
  }, 3)
  const resolveAll = (batch: BatchItem<string, string>[]) => {
    for (const { item, resolve } of batch) resolve(`${item}!`)
  }
  return { batches, endings, enqueue, resolveAll }
}

test('items of a key wait for its batch in flight, then go together in their order, up to the size', async () => {
  const { batches, endings, enqueue, resolveAll } = setUp()
  const first = enqueue('a', '1')
  await nextTurn()
  const later = ['2', '3', '4', '5'].map((item) => enqueue('a', item))
  await nextTurn()
  expect(batches).toEqual([['1']])
  endings[0]?.(resolveAll)
  expect(await first).toBe('1!')
  await nextTurn()
  endings[1]?.(resolveAll)
  await nextTurn()
  endings[2]?.(resolveAll)
  expect(await Promise.all(later)).toEqual(['2!', '3!', '4!', '5!'])
  expect(batches).toEqual([['1'], ['2', '3', '4'], ['5']])
})

test('keys do not wait for each other, and a key that was idle starts again', async () => {
  const { batches, endings, enqueue, resolveAll } = setUp()
  const [a, b] = [enqueue('a', '1'), enqueue('b', '2')]
  await nextTurn()
  expect(batches).toEqual([['1'], ['2']])
  endings[1]?.(resolveAll)
  expect(await b).toBe('2!')
  const again = enqueue('b', '3')
  await nextTurn()
  expect(batches).toEqual([['1'], ['2'], ['3']])
  for (const end of endings) end(resolveAll)
  expect(await Promise.all([a, again])).toEqual(['1!', '3!'])
})

test('a batch that fails rejects only what has no outcome, and the next one runs', async () => {
  const { endings, enqueue, resolveAll } = setUp()
  const results = Promise.allSettled(['1', '2'].map((item) => enqueue('a', item)))
  await nextTurn()
  const next = enqueue('a', '3')
  endings[0]?.(([first]) => {
    first?.resolve('1!')
    throw new Error('unavailable')
  })
  expect(await results).toMatchObject([
    { status: 'fulfilled', value: '1!' },
    { status: 'rejected', reason: new Error('unavailable') },
  ])
  await nextTurn()
  endings[1]?.(resolveAll)
  expect(await next).toBe('3!')
})

test('an item that its batch forgets is rejected', async () => {
  const { endings, enqueue } = setUp()
  const forgotten = enqueue('a', '1')
  await nextTurn()
  endings[0]?.(() => {})
  await expect(forgotten).rejects.toThrow('without an outcome')
})

test('each item keeps its async context, and a batch runs in that of its first item', async () => {
  const storage = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const enqueue = createKeyedBatcher<number, void>(async (batch) => {
    seen.push([storage.getStore(), batch.map(({ inContext }) => inContext(() => storage.getStore()))])
    await nextTurn()
    for (const { resolve } of batch) resolve()
  }, 2)
  await Promise.all(['x', 'y', 'z'].map((name) => storage.run(name, () => enqueue('a', 1))))
  expect(seen).toEqual([
    ['x', ['x', 'y']],
    ['z', ['z']],
  ])
})
