import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

function setUp() {
  const asked: number[][] = []
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const ask = inBatches<number>(
    (items) => {
      asked.push(items)
      return new Promise((resolve, reject) => void ends.push({ resolve, reject }))
    },
    { atOnce: 2, size: 3 },
  )
  return { asked, ends, ask }
}

test('the first ones are asked at once, those who come meanwhile together, and no batch is too large', async () => {
  const { asked, ends, ask } = setUp()
  const answers = [1, 2, 3, 4, 5, 6].map(ask)
  expect(asked).toEqual([[1], [2]])
  ends[0]?.resolve()
  await answers[0]
  expect(asked).toEqual([[1], [2], [3, 4, 5]])
  ends[1]?.resolve()
  await answers[1]
  expect(asked).toEqual([[1], [2], [3, 4, 5], [6]])
  ends[2]?.resolve()
  ends[3]?.resolve()
  await Promise.all(answers)
})

test('a batch that fails fails alone', async () => {
  const { asked, ends, ask } = setUp()
  const [first, ...others] = [1, 2, 3].map(ask)
  ends[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  expect(asked).toEqual([[1], [2], [3]])
  ends[1]?.resolve()
  ends[2]?.resolve()
  await Promise.all(others)
})
