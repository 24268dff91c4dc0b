import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

function setUp() {
  const asked: number[][] = []
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const ask = createBatcher<number>(
    (items) => {
      asked.push(items)
      return new Promise((resolve, reject) => void ends.push({ resolve, reject }))
    },
    { maxConcurrent: 2, size: 3 },
  )
  return { asked, ends, ask }
}

const theMomentIsOver = () => new Promise(setImmediate)

test('those of one moment are asked about together, and no batch is too large', async () => {
  const { asked, ends, ask } = setUp()
  const answers = [1, 2, 3, 4].map(ask)
  await theMomentIsOver()
  expect(asked).toEqual([[1, 2, 3], [4]])
  for (const { resolve } of ends) resolve()
  await Promise.all(answers)
})

test('those who come while enough is on its way wait, and are asked about together', async () => {
  const { asked, ends, ask } = setUp()
  const answers = [ask(1)]
  await theMomentIsOver()
  answers.push(ask(2))
  await theMomentIsOver()
  answers.push(ask(3), ask(4))
  await theMomentIsOver()
  expect(asked).toEqual([[1], [2]])
  ends[0]?.resolve()
  await answers[0]
  await theMomentIsOver()
  expect(asked).toEqual([[1], [2], [3, 4]])
  for (const { resolve } of ends) resolve()
  await Promise.all(answers)
})

test('a batch that fails fails alone, and who waits behind it is asked about all the same', async () => {
  const { asked, ends, ask } = setUp()
  const answers = Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(ask))
  await theMomentIsOver()
  expect(asked).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ])
  ends[0]?.reject(new Error('away'))
  await theMomentIsOver()
  expect(asked.at(-1)).toEqual([7])
  for (const { resolve } of ends.slice(1)) resolve()
  const outcomes = (await answers).map(({ status }) => status)
  expect(outcomes).toEqual([...Array(3).fill('rejected'), ...Array(4).fill('fulfilled')])
})
