import { describe, expect, test } from 'vitest'
import { nearestWithin, seqsAround } from './evidence-range.ts'

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

test('one mark is in the middle of its neighbours', () => {
  expect(seqsAround([50], { newest: 200, max: 5 })).toEqual([48, 49, 50, 51, 52])
  expect(seqsAround([50], { newest: 200, max: 100 })).toHaveLength(100)
})

test('at the end of the conversation the range takes more on the other side', () => {
  expect(seqsAround([1], { newest: 200, max: 4 })).toEqual([1, 2, 3, 4])
  expect(seqsAround([199], { newest: 200, max: 4 })).toEqual([197, 198, 199, 200])
  expect(seqsAround([2], { newest: 3, max: 100 })).toEqual([1, 2, 3])
})

test('several marks share the room, and each of them is included', () => {
  expect(seqsAround([10, 90], { newest: 200, max: 6 })).toEqual([9, 10, 11, 89, 90, 91])
  expect(seqsAround([10, 11, 11], { newest: 200, max: 4 })).toEqual([9, 10, 11, 12])
  expect(seqsAround([5, 100, 150], { newest: 200, max: 3 })).toEqual([5, 100, 150])
})

test('without a mark the newest messages are taken, up to twenty', () => {
  expect(seqsAround([], { newest: 200, max: 100 })).toEqual(range(181, 200))
  expect(seqsAround([], { newest: 3, max: 100 })).toEqual([1, 2, 3])
  expect(seqsAround([], { newest: 0, max: 100 })).toEqual([])
})

describe('SEC-132 long texts', () => {
  const talk = range(1, 9).map((seq) => ({ seq, content: 'ä'.repeat(50) })) // 100 bytes each
  const keptOf = (centers: number[], maxBytes: number) => nearestWithin(talk, centers, maxBytes).map(({ seq }) => seq)

  test('the neighbours of the marks stay, as many as fit', () => {
    expect(keptOf([5], 300)).toEqual([4, 5, 6])
    expect(keptOf([5], 299)).toEqual([4, 5])
    expect(keptOf([2, 8], 600)).toEqual([1, 2, 3, 7, 8, 9])
    expect(keptOf([5], 900)).toEqual(range(1, 9))
  })

  test('all marked messages stay, without neighbours that do not fit', () => {
    expect(keptOf([1, 5, 9], 200)).toEqual([1, 5, 9])
  })

  test('without a mark the newest stay', () => {
    expect(keptOf([], 250)).toEqual([8, 9])
    expect(nearestWithin([], [], 250)).toEqual([])
  })
})
