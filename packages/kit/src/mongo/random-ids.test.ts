import { expect, test } from 'vitest'
import { createRandomIds } from './random-ids.ts'

test('when a drawn id is taken, it draws another one, a few times at most', async () => {
  const drawn = [7, 7, 8]
  const ids = createRandomIds(
    async (id) => id === 7,
    () => drawn.shift() ?? 7,
  )
  expect(await ids.next()).toBe(8)
  await expect(ids.next()).rejects.toMatchObject({ status: 503 })
})

test('it draws positive safe integers in no order', async () => {
  const ids = createRandomIds(async () => false)
  const drawn = await Promise.all(Array.from({ length: 50 }, () => ids.next()))
  expect(drawn.every((id) => Number.isSafeInteger(id) && String(id).length === 15)).toBe(true)
  expect(new Set(drawn).size).toBe(50)
  expect(drawn).not.toEqual(drawn.toSorted((a, b) => a - b))
})
