import type { Notification } from '@zing/proto/notifications'
import { expect, test } from 'vitest'
import { type UserNotification, withoutRepetitions } from './notifications.ts'

function notification(id: number, type: UserNotification['type'], userId: number): UserNotification {
  return {
    id,
    type,
    payload: { userId, name: 'Theo', selfie: null },
    createdAt: '2026-01-01T00:00:00.000Z',
    readAt: null,
  }
}

test('each new device is shown, since no user tells them apart', () => {
  const device = { type: 'NEW_DEVICE', payload: { browser: 'Firefox', system: 'Linux' } } as const
  const times = { createdAt: '2026-01-01T00:00:00.000Z', readAt: null }
  const list: Notification[] = [
    { id: 2, ...device, ...times },
    { id: 1, ...device, ...times },
  ]
  expect(withoutRepetitions(list)).toEqual(list)
})

test('the newest notification is kept per id, and per type and user (4.notification.8)', () => {
  const list = [
    notification(5, 'MATCH', 4),
    notification(4, 'LIKE', 4),
    notification(3, 'LIKE', 6),
    notification(3, 'MATCH', 7), // the same id
    notification(2, 'LIKE', 4), // the same type and user
  ]
  expect(withoutRepetitions(list).map(({ id, type }) => [id, type])).toEqual([
    [5, 'MATCH'],
    [4, 'LIKE'],
    [3, 'LIKE'],
  ])
})
