import { expect, test } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

test('the memory store keeps a limited number of accounts, the most recent ones', async () => {
  const store = createMemoryStore()
  for (let i = 0; i <= 10_000; i++) await store.swap(`name${i}`, null, { count: 1, lastAt: i })
  expect([await store.get('name0'), await store.get('name1')]).toEqual([null, { count: 1, lastAt: 1 }])
})

test('a swap on outdated failures changes nothing', async () => {
  const store = createMemoryStore()
  await store.swap('ada', null, { count: 1, lastAt: 1 })
  expect(await store.swap('ada', null, { count: 9, lastAt: 9 })).toBe(false)
  expect(await store.get('ada')).toEqual({ count: 1, lastAt: 1 })
})
