import { expect, test } from 'vitest'
import { checkWebPushes, type ExpectedPush, type SeenPush } from './web-pushes.ts'

const expected: ExpectedPush[] = [
  { receiverId: 1, aboutId: 2, type: 'MATCH', at: 100 },
  { receiverId: 1, aboutId: 2, type: 'MESSAGE', at: 200 },
]
const push = (type: string, topic: string): SeenPush => ({ receiverId: 1, topic, content: { type, userId: 2 } })

test('when each notification is pushed at least once with its own topic, nothing is violated', () => {
  expect(checkWebPushes(expected, [push('MATCH', 'a'), push('MESSAGE', 'b'), push('MESSAGE', 'b')])).toEqual([])
})

test('a notification that was never pushed is found', () => {
  expect(checkWebPushes(expected, [push('MATCH', 'a')])).toEqual([
    { invariant: 'INV-7', text: 'MESSAGE to 1 about 2, confirmed at 200 ms, was not pushed' },
  ])
})

test('a repeated push with another topic, and two notifications with one topic, are found', () => {
  expect(checkWebPushes(expected, [push('MATCH', 'a'), push('MATCH', 'c'), push('MESSAGE', 'b')])).toMatchObject([
    { invariant: 'INV-2', text: 'MATCH to 1 about 2 has 2 topics' },
  ])
  expect(checkWebPushes(expected, [push('MATCH', 'a'), push('MESSAGE', 'a')])).toMatchObject([
    { invariant: 'INV-2', text: 'MESSAGE to 1 about 2 has the topic of MATCH to 1 about 2' },
  ])
})
