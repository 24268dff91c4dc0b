import { clientMessageId } from '@zing/proto/fields'
import { expect, test } from 'vitest'
import { likesBack } from './likes-back.ts'
import { BOT_PROFILES } from './personas.ts'
import { stableUuid } from './stable-hash.ts'

const strangers = Array.from({ length: 1_000 }, (_, index) => 1_000 + index)
const likers = (index: number) => strangers.filter((theirId) => likesBack({ index, myId: 61 + index, theirId }))

test('the first two bots always like back, all bots together in about two thirds of all pairs', () => {
  const counts = BOT_PROFILES.map((_, index) => likers(index).length)
  expect(counts.slice(0, 2)).toEqual([1_000, 1_000])
  const all = counts.reduce((sum, count) => sum + count, 0)
  expect(all / (BOT_PROFILES.length * strangers.length)).toBeCloseTo(2 / 3, 1)
})

test('a bot decides the same for the same user every time', () => {
  expect(likers(3)).toEqual(likers(3))
  expect(likers(3)).not.toEqual(likers(4))
})

test('a stable UUID is a valid clientMessageId and depends on its text alone', () => {
  expect(clientMessageId.safeParse(stableUuid('answer:1:2')).success).toBe(true)
  expect(stableUuid('answer:1:2')).toBe(stableUuid('answer:1:2'))
  expect(stableUuid('answer:1:2')).not.toBe(stableUuid('answer:1:3'))
})
