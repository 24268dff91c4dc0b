import { expect, test } from 'vitest'
import { completeOf } from './decide-held.ts'

const message = (id: number, receiverId: number) => ({
  id,
  seq: 1,
  senderId: 1,
  receiverId,
  reason: 'links' as const,
  content: 'www.example.org',
  createdAt: new Date(0).toISOString(),
})
const held = [message(10, 2), message(20, 3), message(21, 3)]

test('messages to one receiver are complete if the moderator has seen all of them', () => {
  const idsOf = (...seen: number[]) => completeOf(held, new Set(seen)).map(({ id }) => id)
  expect(idsOf(10, 20, 21, 99)).toEqual([10, 20, 21])
  expect(idsOf(10, 20)).toEqual([10])
  expect(idsOf(20)).toEqual([])
})
