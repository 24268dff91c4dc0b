import type { Message, Reaction } from '@zing/proto/messages'
import { expect, test } from 'vitest'
import { checkReactions, checkSameReactions } from './reactions.ts'

const ANN = 1
const BEN = 2
const love: Reaction = { userId: ANN, emoji: '❤️' }
const fire: Reaction = { userId: BEN, emoji: '🔥' }

function message(reactions?: Reaction[]): Message {
  const fields = { content: 'x', createdAt: '2026-01-01T00:00:00.000Z', read: false, status: 'sent' as const }
  return { kind: 'text', id: 7, seq: 1, senderId: ANN, receiverId: BEN, ...fields, ...(reactions && { reactions }) }
}
const found = (list: Message[], emoji: Reaction['emoji'] | null) =>
  checkReactions(BEN, list, [{ messageId: 7, userId: ANN, emoji }]).map(({ invariant }) => invariant)

test('a confirmed reaction that is listed, and a removed one that is not, break nothing', () => {
  expect(found([message([love, fire])], '❤️')).toEqual([])
  expect(found([message([fire])], null)).toEqual([])
  expect(found([message()], null)).toEqual([])
  expect(found([], '❤️')).toEqual([]) // the message is not on this page
})

test('INV-1 a lost, changed or returned reaction is found', () => {
  expect(found([message()], '❤️')).toEqual(['INV-1'])
  expect(found([message([love])], '😂')).toEqual(['INV-1'])
  expect(found([message([love])], null)).toEqual(['INV-1'])
})

test('INV-2 two reactions of one person are found', () => {
  expect(found([message([love, { ...love, emoji: '😂' }])], '❤️')).toEqual(['INV-2'])
})

test('INV-7 and INV-9 members or clients that see different reactions are found', () => {
  const both = [message([love, fire])]
  const same = [message([fire, love])]
  const invariantsOf = (lists: [Message[], Message[]], shown: [Message[], Message[]]) =>
    checkSameReactions(lists, shown).map(({ invariant }) => invariant)
  expect(invariantsOf([both, same], [same, both])).toEqual([])
  expect(invariantsOf([both, [message([love])]], [both, [message([love])]])).toEqual(['INV-7'])
  expect(invariantsOf([both, both], [both, [message()]])).toEqual(['INV-9'])
})
