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

test('who waits behind a question that fails does not wait for another one to fail', async () => {
  const { asked, ends, ask } = setUp()
  const outcomes = Promise.allSettled([1, 2, 3].map(ask))
  ends[0]?.reject(new Error('away'))
  ends[1]?.resolve()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
  const later = ask(4)
  expect(asked).toEqual([[1], [2], [4]])
  ends[2]?.resolve()
  await later
})
