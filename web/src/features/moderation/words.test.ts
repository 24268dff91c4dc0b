import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import type { Decision } from '@zing/proto/moderation/decisions'
import { expect, test } from 'vitest'
import { categoriesText, decisionText, nameOf, recordText, shortRecordText } from './words.ts'

const decision: Decision = {
  id: 1,
  action: 'dismiss',
  reason: 'no-violation',
  text: null,
  days: null,
  field: null,
  until: null,
  decidedAt: '2026-03-01T12:00:00.000Z',
  decidedBy: { id: 9, name: 'Mia', username: 'mia' },
  undoneAt: null,
  undoneBy: null,
}

test.each<[string, Partial<Decision>]>([
  ['Dismissed', {}],
  ['Photo removed', { action: 'remove-photo' }],
  ['Photo 12 removed', { action: 'remove-photo', photoId: '12' }],
  ['Answers to prompts removed', { action: 'remove-text', field: 'prompts' }],
  ['Orientation removed', { action: 'remove-text', field: 'orientation' }],
  ['Suspended for 1 day', { action: 'suspend', days: 1 }],
  ['Appeal granted: the decision is lifted', { action: 'lift' }],
])('a decision reads "%s"', (text, more) => {
  expect(decisionText({ ...decision, ...more })).toBe(text)
})

test('a suspension says how long it is and when it ends', () => {
  const text = decisionText({ ...decision, action: 'suspend', days: 7, until: '2026-03-08T10:00:00.000Z' })
  expect(text).toMatch(/^Suspended for 7 days, until 8 March 2026/)
})

test('the record of a reporter names false reports only where there are any', () => {
  expect(recordText({ reports: 1, upheld: 0, dismissed: 0, false: 0 })).toBe('First report')
  expect(recordText({ reports: 4, upheld: 3, dismissed: 1, false: 0 })).toBe('4 reports: 3 upheld, 1 dismissed')
  expect(recordText({ reports: 4, upheld: 0, dismissed: 2, false: 2 })).toBe(
    '4 reports: 0 upheld, 2 dismissed, 2 false',
  )
})

test('the short record counts judged reports, and says nothing before', () => {
  expect(shortRecordText({ reports: 3, upheld: 0, dismissed: 0, false: 0 })).toBeNull()
  expect(shortRecordText({ reports: 6, upheld: 3, dismissed: 1, false: 0 })).toBe('3 of 4 upheld')
  expect(shortRecordText({ reports: 4, upheld: 0, dismissed: 2, false: 2 })).toBe('0 of 2 upheld, 2 false')
})

test('a case names its categories, and an appeal says that it is one', () => {
  expect(categoriesText({ kind: 'report', categories: ['underage', 'other'] })).toBe('Under 18 · Something else')
  expect(categoriesText({ kind: 'report', categories: ['ban-evasion'] })).toBe('Possibly a banned member')
  expect(categoriesText({ kind: 'appeal', categories: [] })).toBe('Appeal against a decision')
})

test('a user whose account is gone has a name too', () => {
  expect(nameOf({ id: 7, name: null, username: null })).toBe('Deleted member 7')
  expect(nameOf({ id: 0, name: null, username: null })).toBe('the system')
})

test('the server, which reports for rejected messages, is no deleted user', () => {
  expect(nameOf({ id: SYSTEM_REPORTER_ID, name: null, username: null })).toBe('the system')
})
