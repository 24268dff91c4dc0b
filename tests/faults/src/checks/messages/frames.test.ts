import type { TextMessage } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { checkFrames } from './frames.ts'

const ANN = 1
const BEN = 2
const fields = { content: 'x', createdAt: '2026-01-01T00:00:00.000Z', read: false, status: 'sent' as const }
const message: TextMessage = { kind: 'text', id: 7, seq: 1, senderId: ANN, receiverId: BEN, ...fields }

function check(type: 'NEW_MESSAGE' | 'MESSAGE_SENT', user: number, change: Partial<TextMessage> = {}): string[] {
  const frame = { type, message: { ...message, ...change } }
  const found = checkFrames({ members: [ANN, BEN], lists: [[message], [message]] }, [
    { type: 'frame', user, at: 5, frame },
  ])
  return found.map(({ invariant }) => invariant)
}

test('pushes of stored messages break nothing, and other conversations are not checked', () => {
  expect(check('NEW_MESSAGE', BEN)).toEqual([])
  expect(check('MESSAGE_SENT', ANN)).toEqual([])
  expect(check('NEW_MESSAGE', 3, { id: 9, receiverId: 3 })).toEqual([])
})

test('INV-9 a push of an unknown or changed message, or to the wrong user, is found', () => {
  expect(check('NEW_MESSAGE', BEN, { seq: 2 })).toEqual(['INV-9'])
  expect(check('NEW_MESSAGE', BEN, { id: 8 })).toEqual(['INV-9'])
  expect(check('NEW_MESSAGE', BEN, { content: 'y' })).toEqual(['INV-9'])
  expect(check('NEW_MESSAGE', ANN)).toEqual(['INV-9'])
})
