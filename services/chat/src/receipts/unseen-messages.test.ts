import { expect, test } from 'vitest'
import type { Hold, WithPending } from '../models/conversation.ts'
import { firstUnseen, receiptIn } from './unseen-messages.ts'

const [ADA, BEN] = [1, 2]
const at = new Date('2026-01-01T00:00:00Z')
const from = (senderId: number, id: number) => ({ id, senderId, content: 'Hi', createdAt: at })

/** Messages 4 and 5 of Ada and 6 of Ben are pending. */
function conversation(changed: Partial<WithPending> = {}): WithPending {
  const none = { lo: 0, hi: 0 }
  const pending = [from(ADA, 104), from(ADA, 105), from(BEN, 106)]
  return { _id: '1:2', members: [ADA, BEN], seq: 6, pending, epoch: 0, read: none, delivered: none, ...changed }
}

test('the oldest message without a receipt is the first unseen one', () => {
  expect(firstUnseen(conversation())?.seq).toBe(4)
  expect(firstUnseen(conversation({ delivered: { lo: 0, hi: 4 } }))?.seq).toBe(5)
  expect(firstUnseen(conversation({ delivered: { lo: 0, hi: 5 } }))?.seq).toBe(6) // from Ben to Ada
  expect(firstUnseen(conversation({ delivered: { lo: 6, hi: 5 } }))).toBeUndefined()
})

test('a read message counts as confirmed, and a held one is shown to no device', () => {
  expect(firstUnseen(conversation({ read: { lo: 6, hi: 5 } }))).toBeUndefined()
  const hold: Hold = { senderId: ADA, reason: 'links', heldAt: at, isHeld: true, isOpen: true, upTo: 0 }
  expect(firstUnseen(conversation({ hold, pending: [from(ADA, 106)] }))).toBeUndefined()
})

test('a receipt comes from the frame for the sender, not from the frame for the reader’s tabs', () => {
  expect(receiptIn(ADA, { type: 'MESSAGE_DELIVERED', messageId: 105, seq: 5, receiverId: BEN })).toEqual({
    ...{ senderId: ADA, receiverId: BEN, seq: 5 },
  })
  const read = { type: 'MESSAGES_READ' as const, readBy: BEN, senderId: ADA, messageIds: [], upToSeq: 6 }
  expect(receiptIn(ADA, read)).toEqual({ senderId: ADA, receiverId: BEN, seq: 6 })
  expect(receiptIn(BEN, read)).toBeNull()
  expect(receiptIn(ADA, { type: 'PUSH_RESTORED' })).toBeNull()
})
