import { clientMessageId } from '@zing/proto/fields'
import { expect, test } from 'vitest'
import { likesBack } from './likes-back.ts'
import { COMPANIONS } from './personas.ts'
import { stableUuid } from './stable-hash.ts'

const strangers = Array.from({ length: 1_000 }, (_, index) => 1_000 + index)
const likers = (place: number) => strangers.filter((theirId) => likesBack({ place, myId: 61 + place, theirId }))

test('the first two always like back, and of all pairs about two thirds do', () => {
  const counts = COMPANIONS.map((_, place) => likers(place).length)
  expect(counts.slice(0, 2)).toEqual([1_000, 1_000])
  const all = counts.reduce((sum, count) => sum + count, 0)
  expect(all / (COMPANIONS.length * strangers.length)).toBeCloseTo(2 / 3, 1)
})

test('whoever was not liked back is not liked back later either', () => {
  expect(likers(3)).toEqual(likers(3))
  expect(likers(3)).not.toEqual(likers(4))
})

test('the id of a message made of a text passes as one, and is the same for the same text alone', () => {
  expect(clientMessageId.safeParse(stableUuid('answer:1:2')).success).toBe(true)
  expect(stableUuid('answer:1:2')).toBe(stableUuid('answer:1:2'))
  expect(stableUuid('answer:1:2')).not.toBe(stableUuid('answer:1:3'))
})
