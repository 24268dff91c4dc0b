import { beforeEach, expect, test } from 'vitest'
import { createUnconfirmedMessages, type UnconfirmedMessages } from './unconfirmed-messages.ts'

const [ADA, BEN] = [1, 2]
let unconfirmed: UnconfirmedMessages
beforeEach(() => {
  unconfirmed = createUnconfirmedMessages()
})

const message = (seq: number) => ({ id: 100 + seq, senderId: ADA, receiverId: BEN, seq })
const receipt = (seq: number) => ({ senderId: ADA, receiverId: BEN, seq })

test('a receipt finds the newest message once', () => {
  unconfirmed.add(message(1))
  unconfirmed.add(message(2))
  expect(unconfirmed.take(receipt(2))).toEqual(message(2))
  expect(unconfirmed.take(receipt(2))).toBeUndefined()
})

test('a receipt of another message, or of the other direction, finds nothing and leaves the newest', () => {
  unconfirmed.add(message(2))
  unconfirmed.add(message(1)) // sent again
  expect(unconfirmed.take(receipt(1))).toBeUndefined()
  expect(unconfirmed.take(receipt(3))).toBeUndefined()
  expect(unconfirmed.take({ senderId: BEN, receiverId: ADA, seq: 2 })).toBeUndefined()
  expect(unconfirmed.take(receipt(2))).toEqual(message(2))
})

test('what was read finds nothing', () => {
  unconfirmed.add(message(1))
  unconfirmed.observe({ type: 'MESSAGES_READ', readBy: BEN, senderId: ADA, messageIds: [101], upToSeq: 1 })
  expect(unconfirmed.take(receipt(1))).toBeUndefined()
})

test('beyond 10,000 the oldest are forgotten', () => {
  for (let receiverId = 1; receiverId <= 10_001; receiverId++) unconfirmed.add({ ...message(1), receiverId })
  expect(unconfirmed.take({ senderId: ADA, receiverId: 1, seq: 1 })).toBeUndefined()
  expect(unconfirmed.take({ senderId: ADA, receiverId: 2, seq: 1 })).toBeDefined()
})
